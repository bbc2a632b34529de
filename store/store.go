package store

import (
	"context"
	"errors"
	"fmt"
	"time"

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

// Installs stores data of adapters by name, such as their installations.
type Installs interface {
	// Load returns the data saved under name, or nil if there is none.
	Load(ctx context.Context, name string) ([]byte, error)
	// Save stores data under name and replaces earlier data. The data must be UTF-8 without zero bytes.
	Save(ctx context.Context, name string, data []byte) error
	// Delete removes the data, if there is any.
	Delete(ctx context.Context, name string) error
	// Names returns all names that have data.
	Names(ctx context.Context) ([]string, error)
	// Swap replaces the data if it still equals old, and reports whether it did. If old is nil, it
	// saves data only if none is stored yet.
	Swap(ctx context.Context, name string, old, data []byte) (bool, error)
}

// SetLimits sets the time limits of calls. It must be called before other goroutines use the store.
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

// Close waits for running calls and closes the store. In PostgreSQL, it waits at most 5 seconds.
func (s *Store) Close() error { return s.close() }

type databaseInstalls struct{ *database }

func (d databaseInstalls) Load(ctx context.Context, name string) ([]byte, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return one[[]byte](ctx, d.read, `SELECT data FROM installs WHERE name = $1`, name)
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	const query = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	_, err := d.change(ctx, query, name, string(data))
	return err
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	defer limitTime(&ctx, d.limits.Attempt)()
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
	defer limitTime(&ctx, d.limits.Attempt)()
	query, args := `UPDATE installs SET data = $2 WHERE name = $1 AND data = $3`, []any{name, string(data), string(old)}
	if old == nil {
		query, args = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, args[:2]
	}
	n, err := d.change(ctx, query, args...)
	return n > 0, err
}

// databaseLeases implements [lease.Store]. In its queries, %[1]s stands for [database.clock].
type databaseLeases struct{ *database }

const leaseColumns = `name, holder, until - %[1]s, version, data`

const (
	findLeases = `SELECT ` + leaseColumns + ` FROM leases WHERE substr(name, 1, length($1)) = $1`
	findLease  = `SELECT ` + leaseColumns + ` FROM leases WHERE name = $1`
)

// takeLease waits for another process that takes the same lease, before it checks whether the lease is free.
const takeLease = `
INSERT INTO leases (name, holder, until, version, data) VALUES ($1, $2, %[1]s + $3, 1, '')
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, version = leases.version + 1
WHERE leases.until <= %[1]s OR leases.holder = excluded.holder
RETURNING ` + leaseColumns

const renewLease = `
UPDATE leases SET until = %[1]s + $4, data = $5
WHERE name = $1 AND holder = $2 AND version = $3 RETURNING name`

const freeLease = `
UPDATE leases SET holder = '', until = %[1]s + $4, data = $5
WHERE name = $1 AND holder = $2 AND version = $3`

func (d databaseLeases) List(ctx context.Context, prefix string) ([]lease.Row, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return queryRows(ctx, d.read, fmt.Sprintf(findLeases, d.clock), []any{prefix}, scanLease)
}

func scanLease(scan scan) (row lease.Row, err error) {
	var left int64
	err = scan(&row.Name, &row.Holder, &left, &row.Version, &row.Data)
	row.Left = time.Duration(left) * time.Millisecond
	return row, err
}

func (d databaseLeases) Take(ctx context.Context, name, holder string, term time.Duration) (row lease.Row, taken bool, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	found, err := inTransaction(ctx, d.write, false, func(ctx context.Context, s session) ([]lease.Row, error) {
		found, err := queryRows(ctx, s, fmt.Sprintf(takeLease, d.clock), []any{name, holder, term.Milliseconds()}, scanLease)
		if len(found) == 0 && err == nil {
			found, err = queryRows(ctx, s, fmt.Sprintf(findLease, d.clock), []any{name}, scanLease)
		}
		return found, err
	})
	if len(found) == 0 {
		return lease.Row{}, false, err
	}
	return found[0], found[0].Holder == holder, nil // the current holder may take it again
}

func (d databaseLeases) Renew(ctx context.Context, held []lease.Row, term time.Duration) (renewed []string, err error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	query := fmt.Sprintf(renewLease, d.clock)
	return inTransaction(ctx, d.write, false, func(ctx context.Context, s session) (renewed []string, err error) {
		var renews []statement
		for _, r := range held {
			args := []any{r.Name, r.Holder, r.Version, term.Milliseconds(), r.Data}
			renews = append(renews, statement{query, args, func(scan scan) error {
				renewed = append(renewed, "")
				return scan(&renewed[len(renewed)-1])
			}})
		}
		err = s.all(ctx, renews...)
		return renewed, err
	})
}

func (d databaseLeases) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	n, err := d.change(ctx, fmt.Sprintf(freeLease, d.clock), held.Name, held.Holder, held.Version, pause.Milliseconds(), held.Data)
	return n > 0, err
}
