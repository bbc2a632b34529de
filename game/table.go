package game

import (
	"context"
	"errors"
	"math"
	"sync"
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
	room, seen, err := t.rooms.Load(ctx, at, delivery)
	return room, seen.Known, err
}

// Do makes what is proposed for a room, in one commit. The room is its place as the
// caller has loaded it, when the proposal's delivery was not known yet. If the
// place has changed since, the proposal is tried again on what stands.
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
//   - [ErrDuplicate] if the delivery has become known in the meantime,
//   - [ErrCondemned] if a confirmed tombstone stands on the place,
//   - a [*StoreError].
//
// With an error nothing has changed, unless it is a [*StoreError] that says
// Unknown, and the outcome holds nothing but the room as it was last read.
func (t *Table) Do(ctx context.Context, room Room, p Proposal) (Outcome, error) {
	var loose error // why an attempt failed that may be stored yet
	for attempt := 1; ; attempt++ {
		c, out, err := t.plan(room, p)
		if err != nil {
			return Outcome{Room: room}, unless(loose, err)
		}
		if p.Trial {
			return Outcome{Room: room}, ErrTrial
		}
		slots, found, failed, err := t.commit(ctx, c)
		if failed != nil {
			loose = failed
		}
		if err == nil {
			if out.Found = found; found {
				slots = c.slotsBefore(room, slots)
			}
			out.setSlots(c, slots)
			t.announce(c)
			return out, nil
		}
		if !refused(err) {
			return Outcome{Room: room}, err
		}
		fresh, seen, failure := t.rooms.Load(ctx, room.Place, p.Delivery)
		if failure == nil {
			room = fresh
		}
		switch {
		case seen.Known || errors.Is(err, ErrDuplicate):
			return Outcome{Room: room}, ErrDuplicate
		case room.Condemned:
			return Outcome{Room: room}, unless(loose, ErrCondemned)
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

func (t *Table) step(before, after *Game, s Settings) Step {
	_, wait := after.next(t.timing, s.Pings)
	return Step{Before: before, After: after, Due: after.At + wait.Milliseconds()}
}

// commit stores a change, and returns its slots as they were. If the store leaves
// open whether the change is stored, commit finds out, but not whether somebody else
// has made the very same change. The slots of a change found so are those after it.
// loose is why an attempt failed, if that may be stored yet though it was refused.
func (t *Table) commit(ctx context.Context, c Change) (slots []Slot, found bool, loose, err error) {
	slots, failure := t.rooms.Commit(ctx, c)
	if failure == nil || refused(failure) {
		return slots, false, nil, failure
	}
	slots, again := t.rooms.Commit(ctx, c) // it changes nothing if the first one did
	never := errors.Is(failure, ErrNotStored)
	switch {
	case again == nil:
		return slots, false, nil, nil
	case never && refused(again):
		return nil, false, nil, again
	case never && errors.Is(again, ErrNotStored):
		return nil, false, nil, &StoreError{Err: failure}
	}
	switch made, slots, err := t.made(ctx, c); {
	case err == nil && made == stored:
		return slots, true, nil, nil
	case err == nil && made == notStored && refused(again):
		return nil, false, failure, again
	default: // even if it is not stored now, it may be yet
		return nil, false, failure, &StoreError{Err: failure, Unknown: true}
	}
}

// finding says whether a change is stored, as far as that can be found out.
type finding uint8

const (
	notStored finding = iota
	stored
	maybeStored
)

// made finds out whether a change is stored, and which slots the place has now.
func (t *Table) made(ctx context.Context, c Change) (finding, []Slot, error) {
	room, seen, err := t.rooms.Load(ctx, c.Place, c.Delivery)
	switch {
	case err != nil:
		return maybeStored, nil, err
	case c.Delivery == "":
		return c.madeIn(room), room.Slots, nil
	case seen.Known && seen.Latest == c.Latest():
		return stored, room.Slots, nil
	default:
		return notStored, nil, nil
	}
}

// refused reports whether a store said that it did not make a change.
func refused(err error) bool { return errors.Is(err, ErrStale) || errors.Is(err, ErrDuplicate) }

// madeIn finds out whether the change was made in the room, in which games may have
// gone on since.
func (c Change) madeIn(r Room) finding {
	if c.Settings != nil && *c.Settings != r.Settings {
		return notStored
	}
	made := stored
	for _, s := range c.Steps {
		switch g := r.find(s.After.ID); {
		case g == nil && !s.After.InRoom(), g != nil && g.equal(s.After):
		case g == nil && s.Before != nil, g != nil && g.Version > s.After.Version:
			made = maybeStored
		default:
			return notStored
		}
	}
	return made
}
