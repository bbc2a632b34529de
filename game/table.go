package game

import (
	"bytes"
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

// maxAttempts is how often a change is tried where others change the same at the
// same time.
const maxAttempts = 16

// Table holds the games of many places, at most one running game for each. It
// changes them one proposal after the other, whoever else shares its store, and
// every change is stored before anybody sees it. It may be used concurrently.
type Table struct {
	rooms  Rooms
	timing Timing
	wake   chan struct{} // holds one signal if something became due earlier

	mu   sync.Mutex       // never held while anything waits
	next map[string]int64 // by prefix, the earliest time that Next has returned or Wake has signalled since, in Unix milliseconds
}

// NewTable is a table over rooms.
func NewTable(rooms Rooms, timing Timing) *Table {
	return &Table{rooms: rooms, timing: timing, wake: make(chan struct{}, 1), next: map[string]int64{"": math.MaxInt64}}
}

// Load reads a place as it is now, and whether the delivery has already changed
// something. Its errors are the store's.
func (t *Table) Load(ctx context.Context, at Place, delivery Delivery) (Room, bool, error) {
	room, err := t.rooms.Load(ctx, at, delivery)
	return room, room.Knows(delivery), err
}

// Do makes what is proposed for a room, in one commit. The room is its place as the
// caller has loaded it. If the place has changed since, the proposal is tried again on what stands.
//
// Do fails with
//   - the operation's error,
//   - [ErrUnknown] if the place does not have the game to be changed,
//   - [ErrNewer] if only a newer version of the program can read that game, or the one
//     that holds the place,
//   - [ErrStale] if it has the game that is to begin, or if others were faster time
//     and again,
//   - a [*BusyError] if the game is to be played and another one is running,
//   - a [*ChallengeError] if its starter has a challenge open,
//   - [ErrDuplicate] if the delivery is known,
//   - [ErrCondemned] if a confirmed tombstone stands on the place,
//   - a [*StoreError].
//
// With an error nothing has changed, unless it is a [*StoreError] that says
// Unknown, and the outcome holds nothing but the room as it was last read.
func (t *Table) Do(ctx context.Context, room Room, p Proposal) (Outcome, error) {
	if room.Knows(p.Delivery) {
		return Outcome{Room: room}, ErrDuplicate
	}
	var loose error // why an attempt failed that may be stored yet
	for attempt := 1; ; attempt++ {
		c, out, err := t.plan(room, p)
		if err != nil {
			return Outcome{Room: room}, unless(loose, err)
		}
		if p.Trial {
			return Outcome{Room: room}, ErrTrial
		}
		found, failed, err := t.commit(ctx, c, p.Delivery)
		if failed != nil {
			loose = failed
		}
		if err == nil {
			out.Found = found
			return out, nil
		}
		if !errors.Is(err, ErrStale) {
			return Outcome{Room: room}, err
		}
		fresh, failure := t.rooms.Load(ctx, room.Place, p.Delivery)
		if failure == nil {
			room = fresh
		}
		switch {
		case room.Knows(p.Delivery):
			return Outcome{Room: room}, ErrDuplicate
		case failure != nil:
			return Outcome{Room: room}, unless(loose, &StoreError{Err: failure})
		case attempt == maxAttempts:
			return Outcome{Room: room}, unless(loose, err)
		}
	}
}

// unless gives the refusal, or says that the outcome is unknown if an attempt failed
// that may be stored yet.
func unless(loose, refusal error) error {
	if loose != nil {
		return &StoreError{Err: loose, Unknown: true}
	}
	return refusal
}

// commit stores a change. If the store leaves open whether the change is stored, commit finds
// out, but not whether somebody else has made the very same change: then it is found. loose is why
// an attempt failed, if that may be stored yet though it was refused.
func (t *Table) commit(ctx context.Context, c Change, by Delivery) (found bool, loose, err error) {
	failure := t.rooms.Save(ctx, c)
	if failure == nil {
		t.announce(c)
	}
	if failure == nil || errors.Is(failure, ErrStale) {
		return false, nil, failure
	}
	again := t.rooms.Save(ctx, c) // it changes nothing if the first one did
	never, stale := errors.Is(failure, ErrNotStored), errors.Is(again, ErrStale)
	switch {
	case again == nil:
		t.announce(c)
		return false, nil, nil
	case never && stale:
		return false, nil, again
	case never && errors.Is(again, ErrNotStored):
		return false, nil, &StoreError{Err: failure}
	}
	switch stored, sure := t.made(ctx, c, by); {
	case stored:
		t.announce(c)
		return true, nil, nil
	case sure && stale:
		return false, failure, again
	default: // even if it is not stored now, it may be yet
		return false, failure, &StoreError{Err: failure, Unknown: true}
	}
}

// made finds out whether a change is stored, and whether that is sure.
func (t *Table) made(ctx context.Context, c Change, by Delivery) (stored, sure bool) {
	room, err := t.rooms.Load(ctx, c.Room.Place, by)
	if err != nil {
		return false, false
	}
	version, known := room.madeBy(by)
	switch {
	case room.Version < c.Room.Version, known && version != c.Room.Version:
		return false, true
	case room.Version == c.Room.Version:
		return room.equal(c.Room), true
	default: // others have gone on since
		return known, by != ""
	}
}

// equal reports whether two rooms of the same version are the same.
func (r Room) equal(other Room) bool {
	one, failed := r.MarshalJSON()
	two, err := other.MarshalJSON()
	return errors.Join(failed, err) == nil && bytes.Equal(one, two)
}

// Stop ends a running game of a place without a result, in the name of the operator,
// which its result says by [Engine]. Its messages are drawn again [RedrawAfter] later, by
// any process. It fails with [ErrUnknown] if there is no such game, [ErrNotStarted]
// or [ErrOver] if it is not being played, else as [Table.Do].
func (t *Table) Stop(ctx context.Context, at Place, id ID, now time.Time) (Game, error) {
	g, _, err := t.Drawn(ctx, at, id)
	if err != nil {
		return Game{}, err
	}
	if err := g.playing(); err != nil {
		return Game{}, err
	}
	room, _, err := t.Load(ctx, at, "")
	if err != nil {
		return Game{}, &StoreError{Err: err}
	}
	out, err := t.Do(ctx, room, Proposal{
		By: Engine, Now: now, Game: id, Operation: Stop(true), Display: Display{All: true},
	})
	return out.Game, err
}
