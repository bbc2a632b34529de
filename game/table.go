package game

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"time"
)

// maxAttempts limits the attempts to change a room that other processes change at the same time.
const maxAttempts = 16

// Table changes the games of many places, with at most one running game in each. It stores a change
// before it returns the result. It is safe for concurrent use, also if other processes share its store.
type Table struct {
	rooms  Rooms
	timing Timing
	wake   chan struct{} // holds a signal if a task became due earlier

	mu   sync.Mutex       // never held while the store works
	next map[string]int64 // by prefix: the earliest time that Next has returned or Wake has signalled, in Unix milliseconds
}

func NewTable(rooms Rooms, timing Timing) *Table {
	return &Table{rooms: rooms, timing: timing, wake: make(chan struct{}, 1), next: map[string]int64{"": math.MaxInt64}}
}

// Load reads a place, and reports whether the delivery has already changed something there.
func (t *Table) Load(ctx context.Context, at Place, delivery Delivery) (Room, bool, error) {
	room, err := t.rooms.Load(ctx, at, delivery)
	return room, room.Knows(delivery), err
}

// Do applies a proposal to a loaded room in one commit. If the place has changed since, Do tries again. It fails with
//   - the operation's error,
//   - [ErrUnknown] if the place does not have the game to change,
//   - [ErrNewer] if only a newer version of the program can read the place,
//   - [ErrStale] if the place already has the game that should begin, or after too many conflicts,
//   - a [*BusyError] if another game is running and does not give way to the game that should begin,
//   - a [*ChallengeError] if the new challenge's starter has another open challenge,
//   - [ErrNothingAsked], [ErrConsentOpen], or the error of an unknown time zone,
//   - [ErrTrial] after a trial,
//   - [ErrDuplicate] if the delivery is known,
//   - [ErrCondemned] if a confirmed tombstone marks the place,
//   - a [*StoreError].
//
// After an error the outcome has only Before, and nothing has changed unless it is a [*StoreError] with Unknown set.
func (t *Table) Do(ctx context.Context, room Room, p Proposal) (Outcome, error) {
	var pending error // the error of an earlier attempt whose change may still be stored
	for attempt := 0; ; attempt++ {
		if room.Knows(p.Delivery) {
			return Outcome{Before: room}, ErrDuplicate
		}
		if attempt == maxAttempts {
			return Outcome{Before: room}, refusalUnlessPending(pending, ErrStale)
		}
		c, out, err := t.plan(room, p)
		if err == nil && p.Trial {
			err = ErrTrial
		}
		if err != nil {
			return Outcome{Before: room}, refusalUnlessPending(pending, err)
		}
		found, failed, err := t.commit(ctx, c, p.Delivery)
		pending = cmp.Or(failed, pending)
		switch {
		case err == nil:
			out.AlreadyStored = found
			return out, nil
		case !errors.Is(err, ErrStale):
			return Outcome{Before: room}, err
		}
		fresh, err := t.rooms.Load(ctx, room.Place, p.Delivery)
		if err != nil {
			return Outcome{Before: room}, refusalUnlessPending(pending, &StoreError{Err: err})
		}
		room = fresh
	}
}

func refusalUnlessPending(pending, refusal error) error {
	if pending != nil {
		return &StoreError{Err: pending, Unknown: true}
	}
	return refusal
}

// commit stores a change. If the store's error leaves open whether the change is stored, commit sets found if it
// reads the change there. pending is the error of an attempt whose change may still be stored.
func (t *Table) commit(ctx context.Context, c Change, by Delivery) (found bool, pending, err error) {
	defer func() {
		if err == nil {
			t.announce(c)
		}
	}()
	failure := t.rooms.Save(ctx, c)
	if failure == nil || errors.Is(failure, ErrStale) {
		return false, nil, failure
	}
	again := t.rooms.Save(ctx, c) // it changes nothing if the first attempt was stored
	never, stale := errors.Is(failure, ErrNotStored), errors.Is(again, ErrStale)
	switch {
	case again == nil:
		return false, nil, nil
	case never && stale:
		return false, nil, again
	case never && errors.Is(again, ErrNotStored):
		return false, nil, &StoreError{Err: failure}
	}
	switch stored, sure := t.findStored(ctx, c, by); {
	case stored:
		return true, nil, nil
	case sure && stale:
		return false, failure, again
	default: // even if it is not stored now, it may be later
		return false, failure, &StoreError{Err: failure, Unknown: true}
	}
}

// findStored reports whether a change is stored, and whether that answer is sure.
func (t *Table) findStored(ctx context.Context, c Change, by Delivery) (stored, sure bool) {
	room, err := t.rooms.Load(ctx, c.Room.Place, by)
	if err != nil {
		return false, false
	}
	version := room.deliveryVersion(by)
	switch {
	case room.Version < c.Room.Version, version != 0 && version != c.Room.Version:
		return false, true
	case room.Version == c.Room.Version:
		return room.equal(c.Room), true
	default: // other changes have followed
		return version != 0, by != ""
	}
}

func (r Room) equal(other Room) bool {
	one, failed := r.MarshalJSON()
	two, err := other.MarshalJSON()
	return errors.Join(failed, err) == nil && bytes.Equal(one, two)
}

// Next returns the time when the next room is due in places whose names begin with one of the prefixes. It may
// be too early. It is too late only if another process makes a task due earlier.
func (t *Table) Next(ctx context.Context, a Agenda, prefixes []string) (time.Time, bool, error) {
	t.mu.Lock()
	for _, p := range prefixes {
		t.next[p] = math.MaxInt64
	}
	t.mu.Unlock()
	next, ok, err := a.Next(ctx, prefixes)
	if ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, p := range prefixes {
			t.next[p] = min(t.next[p], next.UnixMilli())
		}
	}
	return next, ok, err
}

// Wake returns a channel that receives a signal when a proposal or vote in this process makes a task of a game
// due earlier than [Table.Next] has returned. One signal may stand for several. Redraws send none.
func (t *Table) Wake() <-chan struct{} { return t.wake }

// announce sends a signal if a changed game has a task, other than a redraw, due earlier than expected.
func (t *Table) announce(c Change) {
	for _, s := range c.Steps {
		if s.After.Phase != Over {
			_, at := s.After.due(t.timing, c.Room.Settings.Pings)
			t.announceDue(c.Room.Place, at)
		}
	}
}

func (t *Table) announceDue(at Place, due int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	earlier := false
	for prefix, next := range t.next {
		if strings.HasPrefix(string(at), prefix) && due < next {
			t.next[prefix], earlier = due, true
		}
	}
	if !earlier {
		return
	}
	select {
	case t.wake <- struct{}{}:
	default: // a signal is already waiting
	}
}

// editRoom changes a room without waiting for the disk, unless it is condemned or unreadable by this version.
// edit reports whether there is anything to store, and may be called several times. editRoom fails with
// [ErrStale] after too many conflicts, and with the store's errors.
func (t *Table) editRoom(ctx context.Context, at Place, now time.Time, edit func(*Change) bool) error {
	for range maxAttempts {
		room, err := t.rooms.Load(ctx, at, "")
		if err != nil {
			return err
		}
		c := room.newChange(now)
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

// RecordDelivery records a delivery in the room where it arrived, although another place handles it. It fails as
// [Table.Do] does.
func (t *Table) RecordDelivery(ctx context.Context, room Room, by Delivery, now time.Time) error {
	if by == "" {
		return nil
	}
	_, err := t.Do(ctx, room, Proposal{Now: now, Delivery: by})
	return err
}
