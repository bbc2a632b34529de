package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Note records the result of sending a message in its slot, and returns what the sender must do. The
// slots of a game that has left its room stay the same. Note fails with [ErrNewer], with [ErrUnknown]
// if nothing is stored of the game, and with the store's errors.
func (t *Table) Note(ctx context.Context, n Note) (result NoteResult, err error) {
	var outside error
	err = t.changeLightly(ctx, n.Place, n.Now, func(c *Change) bool {
		g, ok := c.Room.FindStored(n.Game)
		if outside = nil; !ok {
			outside = c.Room.MissingError()
			return false
		}
		n.Final = t.timing.MultiProcess && n.Slot == BoardSlot && g.Phase == Over
		before := c.Room.Slots
		c.Room.Slots, result = noteSlots(before, n)
		return !slices.Equal(c.Room.Slots, before)
	})
	if err != nil || !errors.Is(outside, ErrUnknown) {
		return result, errors.Join(err, outside)
	}
	_, slots, err := t.FindGame(ctx, n.Place, n.Game)
	if err == nil {
		_, result = noteSlots(slots, n)
	}
	return result, err
}

// changeLightly changes a room without waiting for the disk. It stores nothing if the place is condemned
// or only a newer version of the program can read it. edit reports whether there is anything to store,
// and may be called several times. changeLightly fails with [ErrStale] after too many conflicts, and
// with the store's errors.
func (t *Table) changeLightly(ctx context.Context, at Place, now time.Time, edit func(*Change) bool) error {
	for range maxAttempts {
		room, err := t.rooms.Load(ctx, at, "")
		if err != nil {
			return err
		}
		c := room.change(now)
		c.Async = true
		if !edit(&c) || room.Condemned || room.Newer {
			return nil
		}
		c.finish(t.timing)
		if err := t.rooms.Save(ctx, c); !errors.Is(err, ErrStale) {
			return err
		}
	}
	return ErrStale
}

// RecordDelivery records a delivery in the room where it arrived, although another place handles it. So
// its repetitions do nothing. It fails with the errors of [Table.Do].
func (t *Table) RecordDelivery(ctx context.Context, room Room, by Delivery, now time.Time) error {
	if by == "" {
		return nil
	}
	_, err := t.Do(ctx, room, Proposal{Now: now, Delivery: by})
	return err
}
