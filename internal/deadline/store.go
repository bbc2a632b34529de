package deadline

import (
	"context"
	"time"

	"othellobot/game"
)

// How long one call of a store may take.
const (
	Attempt = 2500 * time.Millisecond // of what somebody waits for, and tries again
	Search  = 8 * time.Second         // for what is due, or for all games of a player
	Sweep   = 30 * time.Second        // of all that is to be forgotten
)

// Store gives a store that does what next does, each call within its time.
func Store(next game.Store) game.Store { return store{next} }

// store names every method, so that none comes to be without a deadline.
type store struct{ next game.Store }

// Load implements [game.Store].
func (s store) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Load(ctx, at, delivery)
}

// Commit implements [game.Store].
func (s store) Commit(ctx context.Context, c game.Change) ([]game.Slot, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Commit(ctx, c)
}

// Note implements [game.Store].
func (s store) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Note(ctx, n)
}

// Duels implements [game.Store].
func (s store) Duels(ctx context.Context, p game.Player, now time.Time) (game.Duels, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Duels(ctx, p, now)
}

// Unfinished implements [game.Store].
func (s store) Unfinished(ctx context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Unfinished(ctx, p, most)
}

// Finished implements [game.Store].
func (s store) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Finished(ctx, id)
}

// Records implements [game.Store].
func (s store) Records(ctx context.Context, p game.Player) ([]game.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Records(ctx, p)
}

// Strike implements [game.Store].
func (s store) Strike(ctx context.Context, p game.Player, now time.Time) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Strike(ctx, p, now)
}

// Vote implements [game.Store].
func (s store) Vote(ctx context.Context, c game.Cast) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Vote(ctx, c)
}

// Votes implements [game.Store].
func (s store) Votes(ctx context.Context, id game.ID, from, to uint32) ([]game.Vote, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Votes(ctx, id, from, to)
}

// ForgetVotes implements [game.Store].
func (s store) ForgetVotes(ctx context.Context, p game.Player) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.ForgetVotes(ctx, p)
}

// Named implements [game.Store].
func (s store) Named(ctx context.Context, p game.Player) ([]game.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Named(ctx, p)
}

// Due implements [game.Store].
func (s store) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Due(ctx, now, until, most, prefixes)
}

// DueSlots implements [game.Store].
func (s store) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.DueSlots(ctx, now, most, prefixes)
}

// Drawn implements [game.Store].
func (s store) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Drawn(ctx, id)
}

// Next implements [game.Store].
func (s store) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Next(ctx, prefixes)
}

// Puzzler implements [game.Store].
func (s store) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Puzzler(ctx, p, grade)
}

// KeepPuzzler implements [game.Store].
func (s store) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.KeepPuzzler(ctx, p)
}

// ForgetPuzzler implements [game.Store].
func (s store) ForgetPuzzler(ctx context.Context, p game.Player) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.ForgetPuzzler(ctx, p)
}

// Solvers implements [game.Store].
func (s store) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Solvers(ctx, at, grade, number, most)
}

// DueDailies implements [game.Store].
func (s store) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.DueDailies(ctx, now, until, most, prefixes)
}

// Posted implements [game.Store].
func (s store) Posted(ctx context.Context, p game.Posted) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Posted(ctx, p)
}

// Bury implements [game.Store].
func (s store) Bury(ctx context.Context, t game.Tombstone) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Bury(ctx, t)
}

// Revive implements [game.Store].
func (s store) Revive(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Revive(ctx, name)
}

// Doubtful implements [game.Store].
func (s store) Doubtful(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Doubtful(ctx, now, until, most, prefixes)
}

// Purge implements [game.Store].
func (s store) Purge(ctx context.Context, now time.Time) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, Search)
	defer cancel()
	return s.next.Purge(ctx, now)
}

// Scrub implements [game.Store].
func (s store) Scrub(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, Attempt)
	defer cancel()
	return s.next.Scrub(ctx)
}

// Clean implements [game.Store].
func (s store) Clean(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, Sweep)
	defer cancel()
	return s.next.Clean(ctx, now)
}
