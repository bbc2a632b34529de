package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressClaim ends a duel in favour of the player who waited. The board may be far
// up, so that it comes anew.
func (b *Bot) pressClaim(ctx context.Context, r *request) (chat.Response, error) {
	if !b.Clock.Trusted() {
		return chat.Response{}, refused(words.ClockInDoubt{})
	}
	r, out, err := b.change(ctx, r, r.control.Game, game.Operation(game.Game.Claim).In(r.control.At))
	if err != nil {
		return chat.Response{}, err
	}
	return b.showHappened(ctx, r, out), nil
}
