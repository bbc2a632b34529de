package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestJournal checks that undoing a change restores everything.
func TestJournal(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		memory := store.NewMemory(timing)
		twice := &hesitant{Memory: memory, t: t}
		memory.Journal(func(undo func()) { twice.undo = append(twice.undo, undo) })
		return storetest.Subject{Store: twice, Installs: s.Installs, Leases: s.Leases}
	})
}

// hesitant makes each change, undoes it, and makes it again.
type hesitant struct {
	*store.Memory
	t    *testing.T
	mu   sync.Mutex
	undo []func()
	made int
}

// compared limits the changes of a test after which everything is compared, because that takes long.
const compared = 200

func twice[T any](h *hesitant, do func() (T, error)) (T, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var before string
	if h.made++; h.made <= compared {
		before = h.Stored()
	}
	h.undo = nil
	_, _ = do()
	if h.TakeBack(h.undo); h.made <= compared && h.Stored() != before {
		h.t.Errorf("what is stored is not %s again, but %s", before, h.Stored())
	}
	return do()
}

func twiceOnly(h *hesitant, do func() error) error {
	_, err := twice(h, func() (any, error) { return nil, do() })
	return err
}

func (h *hesitant) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Memory.Load(ctx, at, delivery)
}

func (h *hesitant) Save(ctx context.Context, c game.Change) error {
	return twiceOnly(h, func() error { return h.Memory.Save(ctx, c) })
}

func (h *hesitant) Vote(ctx context.Context, c game.VoteChange) error {
	return twiceOnly(h, func() error { return h.Memory.Vote(ctx, c) })
}

func (h *hesitant) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	return twice(h, func() (game.Due, error) { return h.Memory.Due(ctx, now, until, most, prefixes) })
}

func (h *hesitant) Pace(ctx context.Context, name string, n int, now time.Time) (time.Time, error) {
	return twice(h, func() (time.Time, error) { return h.Memory.Pace(ctx, name, n, now) })
}

func (h *hesitant) Clean(ctx context.Context, now time.Time) (bool, error) {
	return twice(h, func() (bool, error) { return h.Memory.Clean(ctx, now) })
}

func (h *hesitant) SaveDocument(ctx context.Context, c people.Change) error {
	return twiceOnly(h, func() error { return h.Memory.SaveDocument(ctx, c) })
}

func (h *hesitant) Hide(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	return twiceOnly(h, func() error { return h.Memory.Hide(ctx, in, p, hidden) })
}

func (h *hesitant) Forget(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	return twice(h, func() (bool, error) { return h.Memory.Forget(ctx, p, now) })
}

func (h *hesitant) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([]game.Finished, error) {
	return twice(h, func() ([]game.Finished, error) { return h.Memory.Annul(ctx, in, these) })
}

func (h *hesitant) Bury(ctx context.Context, t game.Tombstone) error {
	return twiceOnly(h, func() error { return h.Memory.Bury(ctx, t) })
}

func (h *hesitant) Revive(ctx context.Context, name string) error {
	return twiceOnly(h, func() error { return h.Memory.Revive(ctx, name) })
}
