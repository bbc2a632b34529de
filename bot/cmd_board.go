package bot

import (
	"context"
	"errors"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

func boardAction() action {
	return action{
		name: "board", help: words.BoardHelp{}, harmless: true,
		parameters: []parameter{
			{chat.Parameter{Name: "format", Choices: choices("emoji", "text", "words")}, words.BoardFormatHelp{}},
		},
		shortcut: &shortcut{chat.Shortcut{
			Menu: chat.MenuMessage, Given: []chat.Argument{{Name: "format", Value: chat.Word{Text: "text"}}},
		}, words.ShowAsText{}},
		run: (*Bot).board, press: (*Bot).board, done: words.DoneBoard{},
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
		return whisper(chat.Message{Text: chat.Say(chat.BlockOf(render.Text(view(g, p))), r.toActor.Text(boardCopy(g, p)))}), nil
	case "words":
		return whisper(r.told(g, boardWords(r.private(), g, p))), nil
	}
	out, err := b.do(ctx, r, game.Proposal{Game: g.ID, Slots: r.slots})
	if errors.Is(err, game.ErrUnknown) { // others have begun and ended games since it was read
		return b.board(ctx, r)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, b.card(ctx, r, out.Game, r.lastStory(out.Game)), nil), nil
}

// boardCopy is the board as 64 characters to be copied, with the side to move.
func boardCopy(g game.Game, p rules.Position) words.Message {
	cells := p.FormatBoard(rules.AlphabetXO)
	if g.Phase == game.Over {
		return words.BoardCopyOver{Cells: cells}
	}
	return words.BoardCopy{Cells: cells, Color: p.ToMove}
}

// boardWords tells the board to somebody who does not see it: what happened, where the
// discs are, and what may be played.
func boardWords(r *request, g game.Game, p rules.Position) chat.Text {
	return append(append(inWords(r, g, p), chat.Span{Text: "\n"}), r.all(discsOf(p)...)...)
}

// inWords tells what happened last, and who may play what or how the game ended.
func inWords(r *request, g game.Game, p rules.Position) chat.Text {
	happened := r.lastStory(g)
	switch {
	case g.Phase != game.Over:
		return r.spoken(g, p, happened)
	case g.Result.Reason == game.PlayedOut:
		return r.all(append(happened, result(g, p)...)...)
	default:
		return r.all(happened...)
	}
}

// discsOf tells where the discs of both sides are.
func discsOf(p rules.Position) told {
	list := told{words.SpokenNoBlack{}, words.SpokenNoWhite{}}
	if !p.Black.IsEmpty() {
		list[0] = words.SpokenBlack{Squares: words.All(p.Black)}
	}
	if !p.White.IsEmpty() {
		list[1] = words.SpokenWhite{Squares: words.All(p.White)}
	}
	return list
}

// quiet is the request of a place where nobody wants to be notified.
func quiet(r *request) *request {
	there := *r
	there.room.Settings.Pings = game.PingOff
	return &there
}

// private is the request of somebody to whom alone is said what is else said to all.
func (r *request) private() *request {
	there := quiet(r)
	there.toAll = r.toActor
	return there
}
