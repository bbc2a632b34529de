package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// redraw draws a message that should have shown its game long since. Nobody is
// notified: whoever is awaited may have been told already. Nothing is drawn if the
// message was drawn, changed or retired in the meantime.
func (b *Bot) redraw(ctx context.Context, r *request) (chat.Response, error) {
	_, slots, err := b.Rooms.Drawn(ctx, r.control.Game)
	for _, s := range slots {
		if s.Name == game.SlotName(r.control.Arg) && s.Due() {
			return chat.Response{Effects: []chat.Effect{{Kind: chat.Show, Shows: r.shows(s, s.Want), Reserved: true, Redraw: true}}}, nil
		}
	}
	return chat.Response{}, err
}
