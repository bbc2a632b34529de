package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/record"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

func loadAction() action {
	a := command("load", words.LoadHelp{}, (*Bot).load,
		parse.Parameter{Parameter: chat.Parameter{Name: "moves", Type: chat.TypeRest}, About: words.LoadMovesHelp{}})
	a.Shortcut = &parse.Shortcut{Shortcut: chat.Shortcut{Menu: chat.MenuMessage, Argument: "message"}, Title: words.LoadThisGame{}}
	return a.beginning().saying(words.DoneLoaded{})
}

func (b *Bot) load(ctx context.Context, r *request) (chat.Response, error) {
	if message, ok := r.args.Find("message"); ok {
		found, err := b.Grammar.Records().Find(message.Text)
		if err == record.ErrNoGame {
			return chat.Response{}, refused(words.NoTranscriptThere{})
		}
		return b.loadRecord(ctx, r, found, err)
	}
	text := r.args.Text("moves")
	if text == "" {
		return r.showForm(chat.Form{
			Verb: "load", Argument: "moves", Title: r.Own.String(words.LoadFormTitle{}),
			Label: r.Own.String(words.LoadFormLabel{}), Submit: r.Own.String(words.LoadFormSubmit{}), Long: true,
		}, words.WhichMoves{})
	}
	found, err := b.Grammar.Records().Read(text)
	return b.loadRecord(ctx, r, found, err)
}

func (b *Bot) loadRecord(ctx context.Context, r *request, found record.Result, err error) (chat.Response, error) {
	if err != nil {
		return chat.Response{}, recordRefusal(err)
	}
	g, happened, err := r.newLoaded(b.newID(), found)
	switch {
	case err == game.ErrOver && found.OwnStart:
		return chat.Response{}, refused(words.LoadedBoardEnd{})
	case err == game.ErrOver:
		return r.finished(found.Moves), nil
	case err != nil:
		return chat.Response{}, err
	}
	if found.HasMore {
		happened = append(happened, words.LoadedFirst{})
	}
	return b.begin(ctx, r, g, happened)
}

func (r *request) newLoaded(id game.ID, found record.Result) (g game.Game, happened card.Story, err error) {
	if found.OwnStart {
		g, err = game.NewFrom(id, r.room.Place, r.by, found.End(), r.Now)
		return g, card.Story{words.LoadedBoard{Player: words.Name(r.by)}}, err
	}
	g, err = game.NewLoaded(id, r.room.Place, r.by, found.Moves, r.Now)
	return g, card.Story{words.Loaded{Player: words.Name(r.by), Moves: words.Count(len(found.Moves))}}, err
}

// finished shows the final position of a complete game.
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
