package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Note records the result of sending a message in its slot, and returns the standing of the message.
// The slots of a game that has left its room stay the same. Note fails with [ErrNewer], with
// [ErrUnknown] if nothing is stored of the game, and with the store's errors.
func (t *Table) Note(ctx context.Context, n Note) (standing NoteResult, err error) {
	var outside error
	err = t.changeLightly(ctx, n.Place, n.Now, func(c *Change) bool {
		g, ok := c.Room.FindStored(n.Game)
		if outside = nil; !ok {
			outside = c.Room.MissingError()
			return false
		}
		n.Final = t.timing.MultiProcess && n.Slot == BoardSlot && g.Phase == Over
		before := c.Room.Slots
		c.Room.Slots, standing = noteSlots(before, n)
		return !slices.Equal(c.Room.Slots, before)
	})
	if err != nil || !errors.Is(outside, ErrUnknown) {
		return standing, errors.Join(err, outside)
	}
	_, slots, err := t.FindGame(ctx, n.Place, n.Game)
	if err == nil {
		_, standing = noteSlots(slots, n)
	}
	return standing, err
}

// changeLightly changes a room without waiting for the disk, unless the place is condemned. edit
// reports whether there is anything to store, and may be called several times. changeLightly fails
// with [ErrStale] after too many conflicts, and with the store's errors.
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

// RecordDelivery records a delivery that is handled in another place than its own, so that its
// repetitions do nothing. It fails with the errors of [Table.Do].
func (t *Table) RecordDelivery(ctx context.Context, room Room, by Delivery, now time.Time) error {
	if by == "" {
		return nil
	}
	_, err := t.Do(ctx, room, Proposal{Now: now, Delivery: by})
	return err
}
