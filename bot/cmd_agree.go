package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressAgree does what was asked: in a game by the other side, without one by anybody else
// in the place.
func (b *Bot) pressAgree(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Game == 0 {
		return b.consents(ctx, r)
	}
	if err := r.ofQuestion(); err != nil {
		return chat.Response{}, err
	}
	if r.pressed() {
		r = r.noting(words.Agreed{Player: words.Name(r.by)})
	}
	r, out, err := b.change(ctx, r, r.control.Game, game.Operation(game.Game.Agree).In(r.control.At))
	if err != nil {
		return chat.Response{}, err
	}
	return b.showAnswer(ctx, r, out), nil
}
