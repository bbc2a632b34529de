package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Note stores what [NoteAmong] makes of the slots of a game, and returns what that says of the
// message. If other processes may use the store, it takes the board of a game that is over for
// final. A message of a game that has left its room stays as it is. It fails with [ErrNewer], with
// [ErrUnknown] if nothing is kept of the game, and with the store's errors.
func (t *Table) Note(ctx context.Context, n Note) (standing Standing, err error) {
	var outside error
	_, err = t.lightly(ctx, n.Place, n.Now, func(c *Change) bool {
		g, ok := c.Room.Drawn(n.Game)
		if outside = nil; !ok {
			outside = c.Room.Without()
			return false
		}
		n.Final = t.timing.Shared && n.Slot == BoardSlot && g.Phase == Over
		before := c.Room.Slots
		c.Room.Slots, standing = NoteAmong(before, n)
		return !slices.Equal(c.Room.Slots, before)
	})
	if err != nil || !errors.Is(outside, ErrUnknown) {
		return standing, errors.Join(err, outside)
	}
	_, slots, err := t.Drawn(ctx, n.Place, n.Game)
	if err == nil {
		_, standing = NoteAmong(slots, n)
	}
	return standing, err
}

// lightly changes a room, one change after the other, without waiting for the disk. The change may
// be asked for several times; it reports whether there is anything to store, and lightly whether
// that was stored. Nothing is stored where everything is being deleted. The errors are [ErrStale]
// if others were faster time and again, and the store's.
func (t *Table) lightly(ctx context.Context, at Place, now time.Time, how func(*Change) bool) (bool, error) {
	for range maxAttempts {
		room, fresh := t.takeFresh(at, now)
		if !fresh {
			var err error
			if room, err = t.rooms.Load(ctx, at, ""); err != nil {
				return false, err
			}
		}
		c := room.change(now)
		c.Light = true
		if !how(&c) || room.Condemned || room.Newer {
			if fresh {
				continue // it may be otherwise by now
			}
			return false, nil
		}
		c.finish(t.timing, false)
		if err := t.rooms.Save(ctx, c); !errors.Is(err, ErrStale) {
			return err == nil, err
		}
	}
	return false, ErrStale
}

// A room is fresh for freshFor, too short for it to be deleted and to begin again. A table knows at
// most mostFresh.
const (
	freshFor  = 10 * time.Second
	mostFresh = 1000
)

// stored gives a signal if the change wants one, and remembers it: what comes of the messages is
// noted right after, and needs not read the room again where other processes share it.
func (t *Table) stored(c Change) {
	t.announce(c)
	if !t.timing.Shared {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.fresh) >= mostFresh {
		clear(t.fresh)
	}
	t.fresh[c.Room.Place] = c
}

// takeFresh returns a room as this table has just stored it, once.
func (t *Table) takeFresh(at Place, now time.Time) (Room, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c, ok := t.fresh[at]
	delete(t.fresh, at)
	return c.Room, ok && now.Sub(c.Now).Abs() < freshFor
}

// Claim notes that a delivery is acted on in another place than the one that it came to, so that
// its repetitions do nothing. It fails with [ErrDuplicate] if the delivery is known, and as
// [Table.Do].
func (t *Table) Claim(ctx context.Context, room Room, by Delivery, now time.Time) error {
	if by == "" {
		return nil
	}
	_, err := t.Do(ctx, room, Proposal{Now: now, Delivery: by})
	return err
}
