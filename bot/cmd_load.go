package bot

import (
	"context"
	"errors"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

func loadAction() action {
	return action{
		Command: parse.Command{
			Name: "load", Help: words.LoadHelp{},
			Parameters: []parse.Parameter{
				{Parameter: chat.Parameter{Name: "moves", Type: chat.TypeRest}, About: words.LoadMovesHelp{}},
			},
			Shortcut: &parse.Shortcut{Shortcut: chat.Shortcut{Menu: chat.MenuMessage, Argument: "message"}, Title: words.LoadThisGame{}},
		},
		run: (*Bot).load, done: words.DoneLoaded{}, begins: true,
	}
}

func (b *Bot) load(ctx context.Context, r *request) (chat.Response, error) {
	text := strings.ToLower(r.args.Text("moves"))
	if message, ok := r.args.Find("message"); ok {
		if text = parse.TranscriptIn(message.Text); text == "" {
			return chat.Response{}, refused(words.NoTranscriptThere{})
		}
	}
	if text == "" {
		return r.asks(chat.Form{
			Verb: "load", Argument: "moves", Title: r.Own.String(words.LoadFormTitle{}),
			Label: r.Own.String(words.LoadFormLabel{}), Submit: r.Own.String(words.LoadFormSubmit{}), Long: true,
		}, words.WhichMoves{})
	}
	if cells, rest, ok := parse.BoardIn(text); ok {
		return b.loadBoard(ctx, r, cells, rest)
	}
	moves, err := parse.Transcript(text)
	if err != nil {
		return chat.Response{}, refused(words.NotATranscript{})
	}
	g, err := game.NewLoaded(b.newID(), r.room.Place, r.by, moves, r.Now)
	switch {
	case err == game.ErrOver:
		return r.finished(moves), nil
	case err != nil:
		return chat.Response{}, unplayable(err)
	}
	return b.begin(ctx, r, g, card.Story{words.Loaded{Player: words.Name(r.by), Moves: words.Count(len(moves))}})
}

// unplayable refuses moves of which one is illegal; other errors stay as they are.
func unplayable(err error) error {
	illegal, ok := errors.AsType[*rules.ReplayError](err)
	if !ok {
		return err
	}
	return refused(words.LoadIllegal{Number: illegal.Number, Square: illegal.Square, Color: illegal.ToMove})
}

// loadBoard opens a game that goes on from a board. What follows the board says who is
// to move.
func (b *Bot) loadBoard(ctx context.Context, r *request, cells, rest string) (chat.Response, error) {
	color, ok := parse.ColorNamed(strings.TrimSpace(strings.TrimSuffix(rest, "to move")))
	if !ok {
		return chat.Response{}, refused(words.LoadWhoseMove{})
	}
	p, err := rules.ParseBoard(cells, color)
	if err != nil {
		return chat.Response{}, badBoard(err)
	}
	g, err := game.NewFrom(b.newID(), r.room.Place, r.by, p, r.Now)
	if err == game.ErrOver {
		return chat.Response{}, refused(words.LoadedBoardEnd{})
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.begin(ctx, r, g, card.Story{words.LoadedBoard{Player: words.Name(r.by)}})
}

// finished shows the actor the end of a game that the moves make.
func (r *request) finished(moves []rules.Square) chat.Response {
	p, err := rules.Replay(rules.Start(), moves)
	if err != nil {
		return chat.Response{}
	}
	v := render.View{Position: p, Last: moves[len(moves)-1], Ended: true}
	list := card.Story{words.LoadedEnd{Moves: words.Count(len(moves))}}
	return whisper(chat.Message{
		Text:  r.Own.Text(append(list, card.Result(game.Game{}, p)...)...),
		Board: &chat.Board{View: v, Theme: r.Theme()},
	})
}
