package store

import (
	"context"
	"errors"

	"othellobot/lease"
	"othellobot/people"
)

// Store keeps games and installations. It may be used concurrently.
type Store struct {
	people.Store
	Operators
	Installs Installs
	Leases   lease.Store
	// Shared reports whether other processes may use the store at the same time.
	Shared bool

	limits *Limits // nil: what is in memory is there at once
	file   string  // of SQLite; empty if there is none
	guard  *guard  // of the file; nil without one, or if another process guards it
	close  func() error
}

// Installs keep what adapters know of those who installed them, by a name of
// theirs, and what all processes that use the store are to know alike.
type Installs interface {
	// Load returns what was saved under the name, and nil if nothing is.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save replaces it, by a text in UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Delete removes it, if it is there.
	Delete(ctx context.Context, name string) error
	// Names lists those under which something is saved.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces what is saved under the name if that is still old, nil for nothing, and
	// reports whether it was.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// Limit sets the limits, before anybody else uses the store. There are none until then.
func (s *Store) Limit(l Limits) {
	if s.limits != nil {
		*s.limits = l
	}
}

// Damaged fails with [ErrDamaged] if damage was found. From then on nothing is stored until
// the store is opened again.
func (s *Store) Damaged() error { return s.guard.damaged() }

// Verify reads the whole of an SQLite database, and fails with [ErrDamaged] if it finds
// damage there. Of a large one that takes minutes, in which others may use the store.
func (s *Store) Verify(ctx context.Context) error {
	if s.file == "" {
		return nil
	}
	if err := s.Check(ctx); errors.Is(err, ErrDamaged) {
		return err // before another file is opened by that name
	}
	return s.guard.judge(verifyFile(ctx, s.file, "quick_check"))
}

// Close finishes what was begun and closes the store. Nothing may be asked of it
// afterwards.
func (s *Store) Close() error { return s.close() }

// Left is what is stored of a person, or of all places and people of a prefix.
type Left struct {
	Games int // in the places, or which name the person
	Rows  int // of all tables, but for tombstones
}
