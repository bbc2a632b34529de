package store_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// What is taken back leaves nothing behind: a store that does everything, takes it back and does
// it again keeps what stores promise.
func TestJournal(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		memory := store.NewMemory(timing)
		twice := &hesitant{Memory: memory}
		memory.Journal(func(undo func()) { twice.undo = append(twice.undo, undo) })
		return storetest.Subject{Store: twice, Installs: s.Installs, Leases: s.Leases}
	})
}

// hesitant takes each change back and makes it once more.
type hesitant struct {
	*store.Memory
	mu   sync.Mutex
	undo []func()
}

func twice[T any](h *hesitant, do func() (T, error)) (T, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.undo = nil
	_, _ = do()
	for _, undo := range slices.Backward(h.undo) {
		undo()
	}
	return do()
}

func twiceOnly(h *hesitant, do func() error) error {
	_, err := twice(h, func() (any, error) { return nil, do() })
	return err
}

func (h *hesitant) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.Memory.Load(ctx, at, delivery)
}

func (h *hesitant) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	return twice(h, func() ([]game.Slot, error) { return h.Memory.Commit(ctx, c) })
}

func (h *hesitant) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	return twice(h, func() (game.Standing, error) { return h.Memory.Note(ctx, n) })
}

func (h *hesitant) Vote(ctx context.Context, c game.Cast) error {
	return twiceOnly(h, func() error { return h.Memory.Vote(ctx, c) })
}

func (h *hesitant) ForgetVotes(ctx context.Context, p game.Player) error {
	return twiceOnly(h, func() error { return h.Memory.ForgetVotes(ctx, p) })
}

func (h *hesitant) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	return twice(h, func() (bool, error) { return h.Memory.Strike(ctx, p, now) })
}

func (h *hesitant) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	return twice(h, func() ([]game.Pending, error) { return h.Memory.Due(ctx, now, until, most, prefixes) })
}

func (h *hesitant) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	return twice(h, func() ([]game.DueSlot, error) { return h.Memory.DueSlots(ctx, now, most, prefixes) })
}

func (h *hesitant) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	return twice(h, func() ([]game.DueDaily, error) { return h.Memory.DueDailies(ctx, now, until, most, prefixes) })
}

func (h *hesitant) Posted(ctx context.Context, p game.Posted) (bool, error) {
	return twice(h, func() (bool, error) { return h.Memory.Posted(ctx, p) })
}

func (h *hesitant) Asked(ctx context.Context, at game.Place, day game.Day) error {
	return twiceOnly(h, func() error { return h.Memory.Asked(ctx, at, day) })
}

func (h *hesitant) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	return twiceOnly(h, func() error { return h.Memory.KeepPuzzler(ctx, p) })
}

func (h *hesitant) KeepPerson(ctx context.Context, p game.Person) error {
	return twiceOnly(h, func() error { return h.Memory.KeepPerson(ctx, p) })
}

func (h *hesitant) ForgetPerson(ctx context.Context, p game.Player) error {
	return twiceOnly(h, func() error { return h.Memory.ForgetPerson(ctx, p) })
}

func (h *hesitant) KeepExercises(ctx context.Context, keep, drop []game.Exercise) error {
	return twiceOnly(h, func() error { return h.Memory.KeepExercises(ctx, keep, drop) })
}

func (h *hesitant) ForgetExercises(ctx context.Context, p game.Player) error {
	return twiceOnly(h, func() error { return h.Memory.ForgetExercises(ctx, p) })
}

func (h *hesitant) Bury(ctx context.Context, t game.Tombstone) error {
	return twiceOnly(h, func() error { return h.Memory.Bury(ctx, t) })
}

func (h *hesitant) Revive(ctx context.Context, name string) error {
	return twiceOnly(h, func() error { return h.Memory.Revive(ctx, name) })
}

func (h *hesitant) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	return twice(h, func() ([]game.Tombstone, error) { return h.Memory.Doubtful(ctx, now, until, most, prefixes) })
}

func (h *hesitant) Purge(ctx context.Context, now time.Time) (bool, error) {
	return twice(h, func() (bool, error) { return h.Memory.Purge(ctx, now) })
}

func (h *hesitant) Clean(ctx context.Context, now time.Time) error {
	return twiceOnly(h, func() error { return h.Memory.Clean(ctx, now) })
}

func (h *hesitant) Hide(ctx context.Context, in game.Tenant, p game.Player, hidden bool) error {
	return twiceOnly(h, func() error { return h.Memory.Hide(ctx, in, p, hidden) })
}

func (h *hesitant) Annul(ctx context.Context, in game.Tenant, these game.Annulment) ([][2]game.Player, error) {
	return twice(h, func() ([][2]game.Player, error) { return h.Memory.Annul(ctx, in, these) })
}
