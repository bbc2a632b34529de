package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// pressAnyway plays the square of the control, whatever a coach thinks of it.
func (b *Bot) pressAnyway(ctx context.Context, r *request) (chat.Response, error) {
	square, err := rules.ParseSquare(r.control.Arg)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	if err := b.follow(ctx, r, r.control.Game); err != nil {
		return chat.Response{}, err
	}
	r.note = words.DonePlayed{Square: square}
	return b.play(ctx, r, r.control.Game, square, &r.control.At)
}
