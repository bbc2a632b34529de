package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func loadAction() action {
	return action{
		Command: chat.Command{
			Name: "load",
			Help: "Open a game for everybody that goes on from a transcript",
			Parameters: []chat.Parameter{
				{Name: "moves", Help: "The moves one after another: f5d6c3", Type: chat.TypeRest, Required: true},
			},
		},
		run: (*Bot).load, done: "The position is loaded.", begins: true,
	}
}

func (b *Bot) load(ctx context.Context, r *request) (chat.Response, error) {
	text := r.args.text("moves")
	if text == "" {
		return chat.Response{}, refused("Which moves? For example ", chat.CommandOf("load f5d6c3"), ".")
	}
	moves, err := parseMoves(text)
	if err != nil {
		return chat.Response{}, refused("That is not a transcript. Write the moves one after another, for example f5d6c3.")
	}
	g, err := game.NewLoaded(b.newID(), r.room.Place, r.by, moves, r.now)
	var illegal *rules.ReplayError
	switch {
	case err == game.ErrOver:
		p, _ := rules.Replay(rules.Start(), moves)
		return chat.Response{}, refused("That game is over: ", resultWords(p), ". Leave out its last moves to play on from there.")
	case errors.As(err, &illegal):
		return chat.Response{}, refused(
			"Move ", decimal(illegal.Number), " of that, ", illegal.Square, " for ", illegal.ToMove,
			", is not legal. Mend it and load again; nothing was opened.",
		)
	case err != nil:
		return chat.Response{}, err
	}
	happened := chat.Say(chat.BoldOf("Loaded position"), " after ", plural(len(moves), "move"), ", opened by ", name(r.by))
	return b.begin(ctx, r, g, happened)
}
