package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"othellobot/lease"
)

// databaseLeases implements [lease.Store]. In the place of %[1]s in a query stands the
// time by the database's clock.
type databaseLeases struct{ *database }

const leaseColumns = `name, holder, until - %[1]s, version, data`

const (
	findLeases = `SELECT ` + leaseColumns + ` FROM leases WHERE substr(name, 1, length($1)) = $1`
	findLease  = `SELECT ` + leaseColumns + ` FROM leases WHERE name = $1`
)

// A lease that somebody else is taking is waited for, and looked at after that, by the
// time that it is then.
const takeLease = `
INSERT INTO leases (name, holder, until, version, data) VALUES ($1, $2, %[1]s + $3, 1, '')
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until, version = leases.version + 1
WHERE leases.until <= %[1]s OR leases.holder = excluded.holder
RETURNING ` + leaseColumns

// The leases stand in the place of %[2]s.
const renewLeases = `
UPDATE leases SET until = %[1]s + $1, data = still.column4
FROM (VALUES %[2]s) AS still
WHERE leases.name = still.column1 AND leases.holder = still.column2 AND leases.version = still.column3
RETURNING name`

const freeLease = `
UPDATE leases SET holder = '', until = %[1]s + $4, data = $5
WHERE name = $1 AND holder = $2 AND version = $3`

// mostRenewed is how many leases are renewed by a statement.
const mostRenewed = 500

// Look implements [lease.Store].
func (d databaseLeases) Look(ctx context.Context, prefix string) ([]lease.Row, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, fmt.Sprintf(findLeases, d.clock), []any{prefix}, scanLease)
}

func scanLease(scan scan) (row lease.Row, err error) {
	var left int64
	err = scan(&row.Name, &row.Holder, &left, &row.Version, &row.Data)
	row.Left = time.Duration(left) * time.Millisecond
	return row, err
}

// Take implements [lease.Store].
func (d databaseLeases) Take(ctx context.Context, name, holder string, term time.Duration) (row lease.Row, taken bool, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	err = d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		taken = false
		one := func(scan scan) (err error) {
			row, err = scanLease(scan)
			taken = true
			return err
		}
		err := s.query(ctx, fmt.Sprintf(takeLease, d.clock), []any{name, holder, term.Milliseconds()}, one)
		if taken || err != nil {
			return err
		}
		err = s.query(ctx, fmt.Sprintf(findLease, d.clock), []any{name}, one)
		taken = false
		return err
	})
	if err != nil {
		return lease.Row{}, false, err // the row may be written yet
	}
	return row, taken, nil
}

// Renew implements [lease.Store].
func (d databaseLeases) Renew(ctx context.Context, held []lease.Row, term time.Duration) (renewed []string, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	for len(held) > 0 {
		some := held[:min(len(held), mostRenewed)]
		held = held[len(some):]
		names, err := d.renew(ctx, some, term)
		if err != nil {
			return nil, err
		}
		renewed = append(renewed, names...)
	}
	return renewed, nil
}

func (d databaseLeases) renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	args, values := []any{term.Milliseconds()}, make([]string, len(held))
	for i, r := range held {
		n := len(args)
		values[i] = fmt.Sprintf("(CAST($%d AS TEXT), CAST($%d AS TEXT), CAST($%d AS BIGINT), CAST($%d AS TEXT))", n+1, n+2, n+3, n+4)
		args = append(args, r.Name, r.Holder, r.Version, r.Data)
	}
	query := fmt.Sprintf(renewLeases, d.clock, strings.Join(values, ", "))
	return transacted(ctx, d.write, false, func(ctx context.Context, s session) ([]string, error) {
		return column[string](ctx, s, query, args...)
	})
}

// Free implements [lease.Store].
func (d databaseLeases) Free(ctx context.Context, held lease.Row, pause time.Duration) (bool, error) {
	defer limited(&ctx, d.limits.Attempt)()
	n, err := d.change(ctx, fmt.Sprintf(freeLease, d.clock), held.Name, held.Holder, held.Version, pause.Milliseconds(), held.Data)
	return n > 0, err
}
