package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func loadVerb() verb {
	return verb{Command: chat.Command{
		Name: "load",
		Help: "Open a game for everybody that goes on from a transcript",
		Parameters: []chat.Parameter{
			{Name: "moves", Help: "The moves one after another: f5d6c3", Type: chat.TypeRest, Required: true},
		},
	}, run: (*Bot).load, done: "The position is loaded."}
}

func (b *Bot) load(ctx context.Context, r request) (chat.Response, error) {
	text := r.args.text("moves")
	if text == "" {
		return chat.Response{}, errNoTranscript
	}
	moves, err := parseMoves(text)
	if err != nil {
		return chat.Response{}, errTranscript
	}
	g, err := game.NewLoaded(b.newID(), r.room.Place, r.by, moves, r.now)
	if err == game.ErrOver {
		return chat.Response{}, &finishedError{Moves: moves}
	}
	if err != nil {
		return chat.Response{}, err
	}
	happened := chat.Say(chat.BoldOf("Loaded position"), " after ", plural(len(moves), "move"), ", opened by ", name(r.by))
	return b.begin(ctx, r, g, happened)
}
