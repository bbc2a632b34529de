package bot

import (
	"cmp"
	"context"
	"strconv"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func joinAction() action {
	return command("join", words.JoinHelp{}, (*Bot).join).textOnly().pressing((*Bot).join).saying(words.DoneJoined{})
}

func (b *Bot) join(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.activeGame)
	if err == nil {
		err = b.checkGameLimit(ctx, r)
	}
	if err != nil {
		return chat.Response{}, err
	}
	join := game.Operation(game.Game.Join)
	if r.by.GuestName() != "" {
		link, _ := strconv.ParseUint(r.control.Arg, 10, 32)
		join = game.JoinBy(uint32(link))
	}
	return b.operate(ctx, r, g.ID, join)
}

// pressEngage lets the engine play against a user who is alone in an open game.
func (b *Bot) pressEngage(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledGame()
	if err == nil {
		err = cmp.Or(b.checkHelp(ctx, r.by, g.Position()), b.checkGameLimit(ctx, r))
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.operate(ctx, r, g.ID, game.Engage(defaultLevel).In(r.control.At))
}
