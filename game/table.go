package game

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"
)

// maxAttempts is how often a change is tried on a game that others change at the
// same time.
const maxAttempts = 16

// Table is the games of many places, at most one running game for each. It
// changes them one change after the other, whoever else shares its store, and a
// change is stored before it is seen. It may be used concurrently.
type Table struct {
	store  Store
	timing Timing
	wake   chan struct{} // holds one signal if something became due earlier

	mu      sync.Mutex
	told    int64 // when something will be due, as far as was said, in Unix milliseconds
	cleaned int64 // when the store was cleaned last, in Unix milliseconds
}

// NewTable is a table over a store; a nil store keeps everything in memory only.
func NewTable(store Store, timing Timing) *Table {
	if store == nil {
		store = NewMemory(timing)
	}
	return &Table{
		store: store, timing: timing, wake: make(chan struct{}, 1),
		told: math.MaxInt64, cleaned: math.MinInt64,
	}
}

// Occasion is on what account a game is changed.
type Occasion struct {
	Delivery string // the id of the action's delivery, for its repetitions to change nothing; may be empty
	Now      time.Time
}

// Room is what the table knows of a place now.
func (t *Table) Room(ctx context.Context, at Place) (Room, error) { return t.store.Load(ctx, at) }

// Add puts a new game on the table. The room is its place's as it was seen last,
// and is read again if it was changed since. Add fails with [ErrDuplicate] if
// the delivery is known, with [ErrStale] if its place has a game of that id, with
// a [*BusyError] if it is to be played and another one runs there, with a
// [*ChallengeError] if its starter has a challenge open there, or with a
// [*StoreError].
func (t *Table) Add(ctx context.Context, room Room, g Game, on Occasion) (Game, error) {
	g, _, err := t.AddInstead(ctx, room, g, on, nil)
	return g, err
}

// AddInstead is [Table.Add] for a game that may be played instead of the running
// one: that is ended by aside, and returned as it was stored, nil if none was in
// the way. It stays, and is in the [*BusyError], if aside is nil or fails with
// [ErrNotDue].
func (t *Table) AddInstead(ctx context.Context, room Room, g Game, on Occasion, aside Operation) (Game, *Game, error) {
	g, _, old, err := t.change(ctx, room, g.ID, on, aside, func(_ Game, known bool) (Game, []Event, error) {
		if known {
			return g, nil, ErrStale
		}
		return g, nil, nil
	})
	return g, old, err
}

// Update changes a game of the room by one operation. Its errors are
// [ErrDuplicate] if the delivery is known, [ErrUnknown], those of the operation,
// a [*BusyError] if the game is to begin while another one runs, or a
// [*StoreError]. With an error nothing has changed, and the game returned is the
// one that stands. The operation is tried on what the room holds, and again on
// what stands if others were faster.
func (t *Table) Update(ctx context.Context, room Room, id ID, on Occasion, operation Operation) (Game, []Event, error) {
	g, events, _, err := t.UpdateInstead(ctx, room, id, on, operation, nil)
	return g, events, err
}

// UpdateInstead is [Table.Update] for a game that may begin instead of the running
// one, of which becomes what [Table.AddInstead] says.
func (t *Table) UpdateInstead(
	ctx context.Context, room Room, id ID, on Occasion, operation, aside Operation,
) (Game, []Event, *Game, error) {
	return t.change(ctx, room, id, on, aside, func(g Game, known bool) (Game, []Event, error) {
		if !known {
			return Game{}, nil, ErrUnknown
		}
		return operation(g)
	})
}

// change makes one change of a place's games: it finds out what is to be, and
// stores that if the games are still what it was made of. The game that made way
// comes from what was stored, not from what was tried before.
func (t *Table) change(
	ctx context.Context, room Room, id ID, on Occasion, aside Operation,
	operation func(g Game, known bool) (Game, []Event, error),
) (Game, []Event, *Game, error) {
	for attempt := 1; ; attempt++ {
		before, known := room.Find(id)
		after, events, err := operation(before, known)
		after.Place, after.Version = room.Place, before.Version+1
		var c Change
		var old *Game
		if err == nil {
			c, old, err = t.plan(room, &before, known, &after, on, aside)
		}
		if err != nil {
			return before, nil, nil, t.unlessDelivered(ctx, on, err)
		}
		err = t.commit(ctx, c)
		if err == nil {
			t.announce(c)
			return after, events, old, nil
		}
		if !errors.Is(err, ErrStale) || attempt == maxAttempts {
			return before, nil, nil, err
		}
		fresh, err := t.store.Load(ctx, room.Place)
		if err != nil {
			return before, nil, nil, &StoreError{Err: err}
		}
		room = fresh
	}
}

// plan is the change of a room in which one game takes a step, and the running
// one, which is returned as it will be, makes way for it if it has to.
func (t *Table) plan(
	room Room, before *Game, known bool, after *Game, on Occasion, aside Operation,
) (c Change, old *Game, err error) {
	c = Change{Place: room.Place, Delivery: on.Delivery, Now: on.Now}
	if active := room.Active; active != nil && active.ID != after.ID && after.Phase == Playing {
		if old, err = setAside(active, aside); err != nil {
			return c, nil, err
		}
		c.Steps = append(c.Steps, t.step(active, old, room.Settings))
	}
	if !known {
		before = nil
		if other := room.challengeOf(after); other != nil {
			return c, nil, &ChallengeError{Game: *other}
		}
	}
	c.Steps = append(c.Steps, t.step(before, after, room.Settings))
	return c, old, nil
}

// setAside is the running game as it makes way, or a [*BusyError] if it does not.
func setAside(active *Game, aside Operation) (*Game, error) {
	if aside == nil {
		return nil, &BusyError{Game: *active}
	}
	old, _, err := aside(*active)
	if errors.Is(err, ErrNotDue) {
		return nil, &BusyError{Game: *active}
	}
	if err != nil {
		return nil, err
	}
	old.Version++
	return &old, nil
}

func (t *Table) step(before, after *Game, s Settings) Step {
	_, wait := after.next(t.timing, s.Pings)
	return Step{Before: before, After: after, Due: after.At + wait.Milliseconds()}
}

// unlessDelivered is the error, or [ErrDuplicate] if the action was made before:
// then that is why it cannot be made.
func (t *Table) unlessDelivered(ctx context.Context, on Occasion, err error) error {
	if on.Delivery == "" {
		return err
	}
	if _, known, failed := t.store.Delivered(ctx, on.Delivery, on.Now); known && failed == nil {
		return ErrDuplicate
	}
	return err
}

// commit stores a change. If it remains open whether it is stored, commit finds
// out.
func (t *Table) commit(ctx context.Context, c Change) error {
	failure := t.store.Commit(ctx, c)
	if failure == nil || refused(failure) {
		return failure
	}
	again := t.store.Commit(ctx, c) // it changes nothing if the first one did
	if again == nil {
		return nil
	}
	made, err := t.made(ctx, c)
	switch {
	case err != nil:
		return &StoreError{Err: failure, Unknown: true}
	case made:
		return nil
	case refused(again):
		return again
	default:
		return &StoreError{Err: failure}
	}
}

// made reports whether a change is stored, as far as one can see.
func (t *Table) made(ctx context.Context, c Change) (bool, error) {
	if c.Delivery != "" {
		made, known, err := t.store.Delivered(ctx, c.Delivery, c.Now)
		return known && made == c.Makes(), err
	}
	room, err := t.store.Load(ctx, c.Place)
	return err == nil && c.madeIn(room), err
}

// refused reports whether a store said that it did not make a change.
func refused(err error) bool { return errors.Is(err, ErrStale) || errors.Is(err, ErrDuplicate) }

// madeIn reports whether the room is as the change would leave it.
func (c Change) madeIn(r Room) bool {
	if c.Settings != nil && *c.Settings != r.Settings {
		return false
	}
	return !slices.ContainsFunc(c.Steps, func(s Step) bool {
		g, ok := r.Find(s.After.ID)
		return s.After.Kept() && !(ok && g.equal(s.After))
	})
}

// Configure sets the settings of a place. It fails with [ErrDuplicate] if the
// delivery is known, or with a [*StoreError].
func (t *Table) Configure(ctx context.Context, room Room, s Settings, on Occasion) error {
	for attempt := 1; ; attempt++ {
		c := Change{Place: room.Place, Settings: &s, Delivery: on.Delivery, Now: on.Now}
		if room.Active != nil { // whose reminder may come at another time now
			c.Steps = append(c.Steps, t.step(room.Active, room.Active, s))
		}
		err := t.commit(ctx, c)
		if err == nil {
			t.announce(c)
		}
		if !errors.Is(err, ErrStale) || attempt == maxAttempts {
			return err
		}
		if room, err = t.store.Load(ctx, room.Place); err != nil {
			return &StoreError{Err: err}
		}
	}
}

// Delivered reports whether a change was made by that delivery.
func (t *Table) Delivered(ctx context.Context, delivery string, now time.Time) (bool, error) {
	_, known, err := t.store.Delivered(ctx, delivery, now)
	return known, err
}

// Duels is what the table knows of the player's duels now.
func (t *Table) Duels(ctx context.Context, p Player, now time.Time) (Duels, error) {
	return t.store.Duels(ctx, p, now)
}

// Tally counts the duels of two players in a place that either of them won, as
// far as they are still kept.
func (t *Table) Tally(ctx context.Context, at Place, one, other Player) (byOne, byOther int, err error) {
	return t.store.Tally(ctx, at, one, other)
}

// Purge takes every place whose name begins with the prefix off the table with
// all that is known of it: games, running or over, challenges, settings and
// messages. Nobody is told. A change that was under way there fails; what begins
// there meanwhile may stay. Purge may be called again, and does nothing where
// nothing is.
func (t *Table) Purge(ctx context.Context, prefix string) error { return t.store.Purge(ctx, prefix) }
