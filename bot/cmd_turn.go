package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func turnAction() action {
	return command("turn", words.TurnHelp{}, (*Bot).turn).harmless().textOnly()
}

// turn shows the last move, the score and the side to move, but does not post the board again.
func (b *Bot) turn(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shownGame()
	return whisper(r.boardInWords(g, r.Private().Describe(g, g.Position()))), err
}

// pressTell answers with a new message each time, because screen readers announce only new ones.
func (b *Bot) pressTell(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Arg == "" {
		g, err := r.controlledGame()
		return whisper(r.boardInWords(g, r.Private().DescribeByRows(g))), err
	}
	return b.playAndShow(ctx, r, r.control.Game, &r.control.At, func(ctx context.Context, r *request, out game.Outcome) chat.Response {
		return withWhisper(b.showMove(ctx, r, out), r.boardInWords(out.Game, r.Private().DescribeByRows(out.Game)))
	})
}

func (r *request) boardInWords(g game.Game, text chat.Text) chat.Message {
	m := chat.Message{Text: text}
	if g.Phase != game.Playing {
		return m
	}
	if legal := g.Position().Legal(); g.MayPlay(r.by, r.Now) == nil && legal.Len() <= maxMoveRows*r.Limits.ButtonsPerRow {
		m.Controls = card.MoveButtons(r.Limits, legal, control.Prefix(g.ID, g.Moment(), 0), "tell")
	}
	m.Controls = append(m.Controls, card.Row(card.Button(r.Own, words.ReadButton{}, control.For(g, "tell", ""))))
	return m
}

const maxMoveRows = 4
