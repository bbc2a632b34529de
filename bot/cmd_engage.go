package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// pressEngage lets the engine play against somebody who is alone in an open
// game.
func (b *Bot) pressEngage(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlled()
	if err == nil {
		err = b.mayHelp(ctx, r.by, g.Position())
	}
	if err == nil {
		err = b.mayPlay(ctx, r)
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.takeSeat(ctx, r, g.ID, game.Engage(defaultLevel).In(r.control.At))
}
