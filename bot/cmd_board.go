package bot

import (
	"context"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
)

func boardAction() action {
	return action{
		Command: chat.Command{
			Name: "board",
			Help: "Bring the board down again, or see it in another form",
			Parameters: []chat.Parameter{
				{Name: "format", Help: "emoji for everybody; text to copy or words to listen to, for you alone", Choices: choices("emoji", "text", "words")},
			},
		},
		run: (*Bot).board, done: "Here is the board.",
	}
}

func (b *Bot) board(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.shown()
	if err != nil {
		return chat.Response{}, err
	}
	p := g.Position()
	switch strings.ToLower(r.args.text("format")) {
	case "text":
		return whisperText(chat.BlockOf(render.Text(view(g, p))), boardCopy(g, p)), nil
	case "words":
		return whisperText(tail(sentenceStart(lastStory(g)), quiet(r), g, p), "\n", render.Words(view(g, p))), nil
	}
	out, err := b.do(ctx, r, game.Proposal{Game: g.ID, Slots: r.slots})
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, b.card(ctx, r, out.Game, lastStory(out.Game)), nil), nil
}

// boardCopy is the board as 64 characters to be copied, with the side to move.
func boardCopy(g game.Game, p rules.Position) chat.Text {
	text := chat.Say(chat.CodeOf(p.FormatBoard(rules.AlphabetXO)))
	if g.Phase == game.Over {
		return text
	}
	return chat.Say(text, " ", p.ToMove, " to move")
}

// quiet is the request of a place where nobody wants to be notified: for what
// one person alone is shown.
func quiet(r *request) *request {
	there := *r
	there.room.Settings.Pings = game.PingOff
	return &there
}
