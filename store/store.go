package store

import (
	"context"
	"time"

	"othellobot/game"
	"othellobot/lease"
)

// Store keeps games and installations. It may be used concurrently.
type Store struct {
	game.Store
	Operators
	Installs Installs
	Leases   lease.Store
	// Shared reports whether other processes may use the store at the same time.
	Shared bool

	limits  *Limits // nil: what is in memory is there at once
	playing func(context.Context) (int, error)
	check   func(context.Context) error
	damaged func() error                                   // nil: there is nothing that could be
	verify  func(context.Context) error                    // nil: there is nothing to read
	time    func(context.Context) (time.Time, bool, error) // nil: there is none
	close   func() error
}

// Installs keep what adapters know of those who installed them, by a name of
// theirs, and what all processes that use the store are to know alike.
type Installs interface {
	// Load returns what was saved under the name, and nil if nothing is.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save replaces it, by a text in UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Keep saves such a text unless something is saved already, and returns what is
	// saved then: the same to all who keep something under the name.
	Keep(ctx context.Context, name string, data []byte) ([]byte, error)
	// Delete removes it, if it is there.
	Delete(ctx context.Context, name string) error
	// Names lists those under which something is saved.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces what is saved under the name if that is still old, and reports
	// whether it was.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// Limit sets the limits, before anybody else uses the store. There are none until then.
func (s *Store) Limit(l Limits) {
	if s.limits != nil {
		*s.limits = l
	}
}

// Playing counts the games that are being played.
func (s *Store) Playing(ctx context.Context) (int, error) { return s.playing(ctx) }

// Check fails if the store cannot be written now.
func (s *Store) Check(ctx context.Context) error { return s.check(ctx) }

// Damaged fails with [ErrDamaged] if damage was found. From then on nothing is stored until
// the store is opened again.
func (s *Store) Damaged() error {
	if s.damaged == nil {
		return nil
	}
	return s.damaged()
}

// Verify reads the whole of an SQLite database, and fails with [ErrDamaged] if it finds
// damage there. Of a large one that takes minutes, in which others may use the store.
func (s *Store) Verify(ctx context.Context) error {
	if s.verify == nil {
		return nil
	}
	return s.verify(ctx)
}

// Time is the time of the clock that all processes share which use the store, and
// false if it is used by one alone.
func (s *Store) Time(ctx context.Context) (now time.Time, ok bool, err error) {
	if s.time == nil {
		return time.Time{}, false, nil
	}
	return s.time(ctx)
}

// Close finishes what was begun and closes the store. Nothing may be asked of it
// afterwards.
func (s *Store) Close() error { return s.close() }

// Left is what is stored of a person, or of all places and people of a prefix.
type Left struct {
	Games int // in the places, or which name the person
	Rows  int // of all tables, but for tombstones
	Under int // those of Rows that belong to the places
}
