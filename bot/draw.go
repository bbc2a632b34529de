package bot

import (
	"context"
	"errors"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// Draw implements [chat.Handler]: it draws a slot from what is stored of its game, and
// claims nothing.
func (b *Bot) Draw(ctx context.Context, show chat.Effect) (chat.Response, error) {
	name := game.SlotName(show.Shows.Slot)
	r, g, err := b.drawn(ctx, show.Shows)
	if err != nil {
		return chat.Response{}, unlessForgotten(err)
	}
	slot, _ := r.room.Slot(g.ID, name)
	switch {
	case slot.Post == 0 || slot.Post != show.Shows.Post, show.Redraw && !r.redrawable(slot):
		return chat.Response{}, nil // whoever changed it sees to it
	case !show.Redraw && slot.State == game.Behind && slot.Shown >= g.Version:
		return chat.Response{}, nil // no version is left that is newer, as after a backup was restored
	}
	e := chat.Effect{Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Shows: r.shows(slot, g.Version), Redraw: show.Redraw}
	if slot.Ref == "" {
		if !show.Reserved || slot.State != game.Sending && !show.Redraw {
			return chat.Response{}, nil
		}
		e.Kind = chat.Post
	}
	viewer := &r.Viewer
	if show.Redraw {
		viewer, e.Others = r.Quiet(), r.others(slot)
	}
	m, ok := viewer.Slot(g, slot, b.facts(ctx, g))
	e.Message = m
	switch {
	case !show.Redraw && !ok:
		return chat.Response{}, nil
	case !show.Redraw:
		return chat.Response{Effects: []chat.Effect{e}}, nil
	case !ok:
		return b.giveUp(ctx, &r, slot)
	}
	card.Unmention(m.Text)
	return chat.Response{Effects: append([]chat.Effect{e}, r.former(g, slot)...)}, nil
}

// drawn reads a game for a request about what one of its messages shows, also a game
// that no room has any more.
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
	g, known := room.Drawn(id)
	if !known {
		g, room.Slots, err = b.Table.Drawn(ctx, room.Place, id)
	}
	r.sees(room)
	b.speakIn(&r, room.Settings)
	return r, g, err
}

// unlessForgotten is the error unless the game was forgotten in the meantime, or others
// see to it.
func unlessForgotten(err error) error {
	if errors.Is(err, game.ErrUnknown) || errors.Is(err, game.ErrNewer) {
		return nil
	}
	return err
}

// redrawable reports whether the process that claimed a slot should still redraw it.
// Another message of the game that may be out and has no name could be taken for the one
// that the redraw looks for. So the board waits for the first redraw of the others, and
// these wait until the board has a name.
func (r *request) redrawable(s game.Slot) bool {
	for _, other := range r.room.Slots {
		nameless := other.Game == s.Game && other.Name != s.Name && other.Undrawn() && other.Ref == ""
		switch {
		case !nameless, other.Name == game.PingSlot: // no redraw looks for a reminder
		case other.Name == game.BoardSlot, s.Name == game.BoardSlot && other.Tries == 0:
			return false
		}
	}
	return s.Undrawn()
}

// others are the messages of the game's other slots, and those that they replaced.
func (r *request) others(than game.Slot) (refs []chat.MessageRef) {
	for _, s := range r.room.Slots {
		for _, ref := range []game.Ref{s.Ref, s.Former} {
			if s.Game == than.Game && s.Name != than.Name && ref != "" {
				refs = append(refs, chat.MessageRef(ref))
			}
		}
	}
	return refs
}

// former takes down the message that a slot held before the one that is to be posted:
// nobody knows whether that was done.
func (r *request) former(g game.Game, s game.Slot) []chat.Effect {
	if s.Ref != "" || s.Former == "" {
		return nil
	}
	e := r.displaced(g, chat.Slot(s.Name), chat.MessageRef(s.Former))
	if s.Name == game.BoardSlot && s.Post == g.Version { // most likely by a move
		e.Message.Text = r.SummaryBefore(g)
	}
	return []chat.Effect{e}
}

// giveUp takes down the message of a slot that has nothing to show any more, and has
// nobody draw it again.
func (b *Bot) giveUp(ctx context.Context, r *request, s game.Slot) (chat.Response, error) {
	_, err := b.Table.Note(ctx, game.Note{
		Place: game.Place(r.Place.String()), Game: s.Game, Slot: s.Name, Post: s.Post, Fate: game.FateDormant, Now: r.Now,
	})
	if s.Ref == "" || err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{r.takeDown(s, nil)}}, nil
}

// displaced takes down a message of a slot that does not hold it any more.
func (r *request) displaced(g game.Game, slot chat.Slot, ref chat.MessageRef) chat.Effect {
	switch slot {
	case chat.SlotPing:
		return chat.Effect{Kind: chat.Remove, Ref: ref}
	case chat.SlotQuestion:
		return chat.Effect{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: r.All.Text(card.Settled(g))}}
	default:
		return chat.Effect{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: r.All.Text(card.Elsewhere(g))}}
	}
}
