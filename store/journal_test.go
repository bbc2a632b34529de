package store_test

import (
	"context"
	"slices"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestJournal undoes all changes of each test, one by one. At the points where the test has read a room,
// everything must be as it was then.
func TestJournal(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		r := &rewindable{Memory: store.NewMemory(timing)}
		r.Journal(func(undo func()) { r.undo = append(r.undo, undo) })
		t.Cleanup(func() {
			for _, p := range slices.Backward(r.points) {
				r.TakeBack(r.undo[p.changes:])
				r.undo = r.undo[:p.changes]
				r.Stored(func(now string) {
					if now != p.stored {
						t.Errorf("what is stored after %d changes is not %s again, but %s", p.changes, p.stored, now)
					}
				})
			}
		})
		return storetest.Subject{Store: r, Installs: s.Installs, Leases: s.Leases}
	})
}

// rewindable is a store that remembers what it held at each of its first reads of a room.
type rewindable struct {
	*store.Memory
	undo   []func()
	points []point
}

// point is the content of a store after a number of changes.
type point struct {
	changes int
	stored  string
}

func (r *rewindable) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	const most = 200 // more would take too long
	r.Stored(func(now string) {
		if len(r.points) < most {
			r.points = append(r.points, point{len(r.undo), now})
		}
	})
	return r.Memory.Load(ctx, at, delivery)
}
