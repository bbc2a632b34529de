package game

import (
	"context"
	"errors"
)

// Posted is a message that shows a game, in one of its slots.
type Posted struct {
	Game    ID
	Slot    string
	Version uint32 // of the game, as the message shows it
	Ref     string // the message, by a name of its sender's
}

// Down is a message that shows a game no more in that slot; it may show another,
// or be in another slot.
type Down struct {
	Game ID
	Slot string
	Ref  string
}

// Sent notes the message that now shows a game, and returns what its slot held
// before, and the room as it is then. The message is not noted if the slot holds
// another one of the same version or a newer one, nor if it was overtaken or
// taken before: what was taken down once stays down, even if a change of it that
// was on its way arrives late. Sent fails with [ErrUnknown] if the place does not
// know the game.
func (t *Table) Sent(ctx context.Context, at Place, p Posted) (before Posted, room Room, err error) {
	room, err = t.note(ctx, at, p.Game, func(r Room) (Room, bool) {
		r, before = r.withPosted(p)
		return r, true
	})
	return before, room, err
}

// Take forgets the message that a slot of a game holds and returns it, and false
// if the slot is empty. Whoever takes a message answers for taking it down.
func (t *Table) Take(ctx context.Context, at Place, id ID, slot string) (posted Posted, ok bool, err error) {
	_, err = t.note(ctx, at, id, func(r Room) (Room, bool) {
		if posted, ok = r.Posted(id, slot); ok {
			r = r.withoutPosted(posted)
		}
		return r, ok
	})
	if errors.Is(err, ErrUnknown) {
		return Posted{}, false, nil
	}
	return posted, ok, err
}

// note changes the messages that show a game, and again on what stands if others
// were faster. The second result of change says whether there is anything to
// store.
func (t *Table) note(ctx context.Context, at Place, id ID, change func(Room) (Room, bool)) (Room, error) {
	for attempt := 1; ; attempt++ {
		room, err := t.store.Load(ctx, at)
		if err != nil {
			return Room{}, err
		}
		if room.find(id) == nil {
			return Room{}, ErrUnknown
		}
		after, changed := change(room)
		if !changed {
			return room, nil
		}
		before := room.messages(id)
		err = t.store.Note(ctx, at, id, &before, after.messages(id))
		if !errors.Is(err, ErrStale) || attempt == maxAttempts {
			return after, err
		}
	}
}
