package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

// pressAnyway plays the square of the control, whatever a coach thinks of it.
func (b *Bot) pressAnyway(ctx context.Context, r *request) (chat.Response, error) {
	square, err := r.square()
	if err != nil {
		return chat.Response{}, err
	}
	r = r.noting(words.DonePlayed{Square: square})
	return b.play(ctx, r, r.control.Game, square, &r.control.At)
}
