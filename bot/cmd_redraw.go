package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// redraw draws a message that should have shown its game long since. Nobody is
// notified: whoever is awaited may have been told already. Nothing is drawn if the
// message was drawn, changed or retired in the meantime.
func (b *Bot) redraw(_ context.Context, r *request) (chat.Response, error) {
	s, held := r.room.Slot(r.control.Game, game.SlotName(r.control.Arg))
	if !held || !s.Due() {
		return chat.Response{}, nil
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Show, Shows: r.shows(s, s.Want), Reserved: true, Redraw: true}}}, nil
}
