package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// Draw implements [chat.Handler]: it draws a slot from the stored game, and claims no slot. It
// posts a new message only for a Show that reserved it. It draws nothing if the slot holds another
// message or already shows the stored version, as after a restored backup.
func (b *Bot) Draw(ctx context.Context, show chat.Effect) (chat.Response, error) {
	r, g, err := b.drawn(ctx, show.Shows)
	if err != nil {
		return chat.Response{}, unlessForgotten(err)
	}
	slot, _ := r.room.Slot(g.ID, game.SlotName(show.Shows.Slot))
	e := chat.Effect{Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Shows: r.shows(slot, g.Version), Redraw: show.Redraw}
	if slot.Ref == "" {
		e.Kind = chat.Post
	}
	if slot.Post == 0 || slot.Post != show.Shows.Post || e.Kind == chat.Post && !show.Reserved {
		return chat.Response{}, nil
	}
	if show.Redraw {
		return b.redrawn(ctx, &r, g, slot, e)
	}
	if slot.State == game.Behind && slot.Shown >= g.Version || e.Kind == chat.Post && slot.State != game.Sending {
		return chat.Response{}, nil
	}
	m, ok := r.Slot(g, slot, b.facts(ctx, g))
	if !ok {
		return chat.Response{}, nil
	}
	e.Message = m
	return chat.Response{Effects: []chat.Effect{e}}, nil
}

// drawn reads the game that a message shows, even if no room holds the game any more, and returns a
// request about it.
func (b *Bot) drawn(ctx context.Context, shown chat.Shown) (r request, g game.Game, err error) {
	r = b.request(chat.Action{Place: shown.Place, Origin: chat.OriginPlatform}, game.Nobody)
	id, err := game.ParseID(string(shown.Game))
	if err != nil {
		return r, g, err
	}
	room, _, err := b.Table.Load(ctx, game.Place(shown.Place.String()), "")
	if err != nil {
		return r, g, err
	}
	g, known := room.FindStored(id)
	if !known {
		g, room.Slots, err = b.Table.FindGame(ctx, room.Place, id)
	}
	r.sees(room)
	b.speakIn(&r, room.Settings)
	return r, g, err
}
