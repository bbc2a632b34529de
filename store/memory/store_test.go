package memory_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/memory"
	"othellobot/store/storetest"
)

// TestJournal undoes the changes of each case, and compares the content with that at earlier reads of a room.
func TestJournal(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s, err := store.Open(t.Context(), "memory:", timing, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		r := &rewindable{Store: memory.New(timing)}
		r.SetJournal(func(undo func()) { r.undo = append(r.undo, undo) })
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
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
		return storetest.Subject{Store: r, Installs: s.Installs, Leases: memory.NewLeases(time.Now)}
	})
}

// rewindable is a store that remembers what it held at each of its first reads of a room.
type rewindable struct {
	*memory.Store
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
	return r.Store.Load(ctx, at, delivery)
}
