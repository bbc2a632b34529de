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

// turn shows the actor in private what happened last, the score and the side to move. It does not
// post the board again.
func (b *Bot) turn(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shownGame()
	if err != nil {
		return chat.Response{}, err
	}
	return whisper(r.boardInWords(g, r.Private().Describe(g, g.Position()))), nil
}

// pressTell plays the square of the control, if it has one, and describes the board in words in
// private. Each answer is a new message, because screen readers announce only new messages.
func (b *Bot) pressTell(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Arg == "" {
		g, err := r.controlledGame()
		if err != nil {
			return chat.Response{}, err
		}
		return whisper(r.boardInWords(g, r.Private().DescribeByRows(g))), nil
	}
	square, err := r.square()
	if err != nil {
		return chat.Response{}, err
	}
	if err := b.lookAgain(ctx, r, r.control.Game, square); err != nil {
		return chat.Response{}, err
	}
	r, out, err := b.change(ctx, r, r.control.Game, game.PlayIn(r.control.At, square))
	if err != nil {
		return chat.Response{}, r.illegalMove(r.control.Game, err)
	}
	response, telling := b.showMove(ctx, r, out), whisper(r.boardInWords(out.Game, r.Private().DescribeByRows(out.Game)))
	response.Effects = append(response.Effects, telling.Effects...)
	return response, nil
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
