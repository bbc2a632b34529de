package game

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Table keeps the games of many places in memory, at most one running game for
// each. It serialises the changes of a place, and every change is stored
// before it is seen. It may be used concurrently.
type Table struct {
	store  Store // nil: memory only
	timing Timing

	mu         sync.Mutex // guards what follows, and never waits for a store
	rooms      map[Place]*entry
	inUse      inUse
	wake       chan struct{} // holds one signal if something became due earlier
	due        queue
	leases     map[ID]int64 // until when tasks are handed out, in Unix milliseconds; until their games change
	duels      duelIndex
	deliveries deliveries
}

// NewTable is an empty table. Changes are written through to store; a nil store
// keeps them in memory only.
func NewTable(store Store, timing Timing) *Table {
	return &Table{
		store:      store,
		timing:     timing,
		rooms:      make(map[Place]*entry),
		wake:       make(chan struct{}, 1),
		leases:     make(map[ID]int64),
		duels:      newDuelIndex(),
		deliveries: deliveries{seen: make(map[string]int64)},
	}
}

// Room is what the table knows of a place now.
func (t *Table) Room(_ context.Context, at Place) (Room, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.roomAt(at), nil
}

// Add puts a new game on the table. It fails with [ErrDuplicate] if the delivery
// is known, with [ErrStale] if its place has a game of that id, with a
// [*BusyError] if it is to be played and another one runs there, or with a
// [*StoreError].
func (t *Table) Add(ctx context.Context, g Game, delivery string, now time.Time) (Game, error) {
	g, _, err := t.change(ctx, g.Place, g.ID, delivery, now, func(_ Game, known bool) (Game, []Event, error) {
		if known {
			return g, nil, ErrStale
		}
		return g, nil, nil
	})
	return g, err
}

// Update changes a game of the place by one operation. Its errors are
// [ErrDuplicate] if the delivery is known, [ErrUnknown], those of the
// operation, a [*BusyError] if the game is to begin while another one runs, or
// a [*StoreError]. With an error nothing has changed, and the game returned is
// the one that stands. The place waits for the operation, which must not call
// the table.
func (t *Table) Update(
	ctx context.Context, at Place, id ID, delivery string, now time.Time,
	operation Operation,
) (Game, []Event, error) {
	return t.change(ctx, at, id, delivery, now, func(g Game, known bool) (Game, []Event, error) {
		if !known {
			return Game{}, nil, ErrUnknown
		}
		return operation(g)
	})
}

// change makes one change of a place's games: it finds out what is to be, stores
// it, and lets it be seen.
func (t *Table) change(
	ctx context.Context, at Place, id ID, delivery string, now time.Time,
	operation func(g Game, known bool) (Game, []Event, error),
) (Game, []Event, error) {
	e := t.enter(at)
	defer t.leave(e)

	room, delivered := t.look(e, delivery, now)
	before, known := room.Find(id)
	if delivered {
		return before, nil, ErrDuplicate
	}
	after, events, err := operation(before, known)
	if err != nil {
		return before, nil, err
	}
	if room.Active != nil && room.Active.ID != id && after.Phase == Playing {
		return before, nil, &BusyError{Game: *room.Active}
	}
	after.Place, after.Version = e.place, before.Version+1
	if err := t.commit(ctx, Change{Place: e.place, Game: &after, Delivery: delivery}); err != nil {
		return before, nil, err
	}

	t.mu.Lock()
	defer t.mu.Unlock()
	t.setRoom(e, t.room(e).with(&after, now)) // its messages may have changed meanwhile
	t.deliveries.note(delivery, now)
	t.duels.replace(&before, &after)
	delete(t.leases, id)
	t.schedule(e)
	return after, events, nil
}

// Delivered reports whether a change was made by that delivery.
func (t *Table) Delivered(_ context.Context, delivery string, now time.Time) (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.deliveries.known(delivery, now), nil
}

// look is the room of a locked entry, and whether a delivery is known.
func (t *Table) look(e *entry, delivery string, now time.Time) (Room, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.room(e), t.deliveries.known(delivery, now)
}

func (t *Table) commit(ctx context.Context, c Change) error {
	if t.store == nil {
		return nil
	}
	err := t.store.Commit(ctx, c)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrDuplicate):
		return ErrDuplicate
	default:
		return &StoreError{Err: err}
	}
}

// Configure sets the place's settings. It fails with [ErrDuplicate] if the
// delivery is known, or with a [*StoreError].
func (t *Table) Configure(ctx context.Context, at Place, s Settings, delivery string, now time.Time) error {
	e := t.enter(at)
	defer t.leave(e)
	if _, delivered := t.look(e, delivery, now); delivered {
		return ErrDuplicate
	}
	if err := t.commit(ctx, Change{Place: e.place, Settings: &s, Delivery: delivery}); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.deliveries.note(delivery, now)
	room := t.room(e)
	room.Settings, room.touched = s, now.UnixMilli()
	t.setRoom(e, room)
	t.schedule(e)
	return nil
}
