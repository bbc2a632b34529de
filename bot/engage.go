package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// pressEngage lets the engine play against somebody who is alone in an open
// game.
func (b *Bot) pressEngage(ctx context.Context, r request) (chat.Response, error) {
	return b.takeSeat(ctx, r, r.press.game, r.atTurn(func(g game.Game) (game.Game, []game.Event, error) {
		return g.Engage(r.by, defaultLevel, r.now)
	}))
}
