package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/lease"
)

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
