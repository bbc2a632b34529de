package store

import (
	"context"
	"errors"

	"othellobot/lease"
	"othellobot/people"
)

// Store keeps games, people's documents, installations and leases. It may be used concurrently.
type Store struct {
	people.Store
	Operators
	Installs Installs
	Leases   lease.Store
	// Shared reports whether other processes may use the store at the same time.
	Shared bool

	limits *Limits // nil in memory, where no call waits
	file   string  // path of the SQLite file; empty if there is none
	guard  *guard  // of the file; nil without a file, or if another process guards it
	close  func() error
}

// Installs stores data of adapters by name: about their installations, and what all processes must share.
type Installs interface {
	// Load returns the data saved under name, or nil if there is none.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save replaces the data by a text in UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Delete removes the data, if there is any.
	Delete(ctx context.Context, name string) error
	// Names returns all names that have data.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces the data if it still equals old, and reports whether it did. If old is nil, it
	// saves data only if there is none yet.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// Limit sets the limits. It must be called before other goroutines use the store. Until then there
// are no limits.
func (s *Store) Limit(l Limits) {
	if s.limits != nil {
		*s.limits = l
	}
}

// Damaged fails with [ErrDamaged] if damage was found. From then on nothing is stored until the
// store is opened again.
func (s *Store) Damaged() error { return s.guard.damaged() }

// Verify reads the whole SQLite database and fails with [ErrDamaged] if it finds damage. For a
// large database this takes minutes. Others may use the store meanwhile.
func (s *Store) Verify(ctx context.Context) error {
	if s.file == "" {
		return nil
	}
	if err := s.Check(ctx); errors.Is(err, ErrDamaged) {
		return err // before verifyFile opens another file of that name
	}
	return s.guard.judge(verifyFile(ctx, s.file, "quick_check"))
}

// Close finishes running work and closes the store. The store must not be used afterwards.
func (s *Store) Close() error { return s.close() }

// Remains counts what is stored about a person, or about all places and people of a prefix.
type Remains struct {
	Games int // in the places, or games that name the person
	Rows  int // in all tables except the tombstones
}
