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
	// Shared reports whether several bots may use the database at the same time.
	Shared bool

	file  string // path of the SQLite file; empty if there is none
	guard *guard // nil in memory, in PostgreSQL, and in a store of [OpenForOperator]
	close func() error
}

// Installs stores data of adapters by name, such as their installations. All processes share it.
type Installs interface {
	// Load returns the data saved under name, or nil if there is none.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save replaces the data, which must be UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Delete removes the data, if there is any.
	Delete(ctx context.Context, name string) error
	// Names returns all names that have data.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces the data if it still equals old, and reports whether it did. If old is nil, it
	// saves data only if none is stored yet.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// SetLimits sets the time limits of calls. It must be called before other goroutines use the store. By
// default there are no limits.
func (s *Store) SetLimits(l Limits) { s.db.limits = l }

// Damaged returns an [ErrDamaged] if the store has found damage. From then on, every change fails until
// the store is opened again.
func (s *Store) Damaged() error { return s.guard.damaged() }

// Verify reads the whole SQLite database and fails with [ErrDamaged] if it finds damage. A large database
// takes minutes, during which the store can be used. Without a file, Verify returns nil.
func (s *Store) Verify(ctx context.Context) error {
	if s.file == "" {
		return nil
	}
	if err := s.Check(ctx); errors.Is(err, ErrDamaged) {
		return err // verifyFile might open a different file at the same path
	}
	return s.guard.wrapError(verifyFile(ctx, s.file, "quick_check"))
}

// Close finishes running calls and closes the store.
func (s *Store) Close() error { return s.close() }

type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) ([]byte, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return one[[]byte](ctx, d.read, `SELECT data FROM installs WHERE name = $1`, name)
}

func (d databaseInstalls) change(ctx context.Context, query, name string, args ...any) (int64, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return d.database.change(ctx, query, append([]any{name}, args...)...)
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	const query = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	_, err := d.change(ctx, query, name, string(data))
	return err
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	_, err := d.change(ctx, `DELETE FROM installs WHERE name = $1`, name)
	if err == nil {
		d.scrubSoon(ctx)
	}
	return err
}

func (d databaseInstalls) Names(ctx context.Context) ([]string, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return column[string](ctx, d.read, `SELECT name FROM installs ORDER BY name`)
}

func (d databaseInstalls) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	query, args := `UPDATE installs SET data = $2 WHERE name = $1 AND data = $3`, []any{string(data), string(old)}
	if old == nil {
		query, args = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, args[:1]
	}
	n, err := d.change(ctx, query, name, args...)
	return n > 0, err
}
