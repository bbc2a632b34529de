package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/game"
)

// %[1]s stands for a condition on places or prefixes.
const (
	// findDue finds up to $2 due rooms: half of them the longest overdue, the others the latest due.
	findDue = `
SELECT place, version, doc, due FROM rooms WHERE place IN (
	SELECT place FROM (SELECT place FROM rooms WHERE due <= $1 AND (%[1]s) ORDER BY due, place LIMIT CAST($2 AS BIGINT) - CAST($2 AS BIGINT) / 2) AS first
	UNION SELECT place FROM (SELECT place FROM rooms WHERE due <= $1 AND (%[1]s) ORDER BY due DESC, place DESC LIMIT CAST($2 AS BIGINT) / 2) AS last
) ORDER BY due, place`
	nextDue = `SELECT due FROM rooms WHERE %[1]s ORDER BY due LIMIT 1`
	// takeTombstones checks the due time twice, because another process may postpone it meanwhile.
	takeTombstones = `
UPDATE tombstones SET due = $3 WHERE due <= $1 AND prefix IN (
	SELECT prefix FROM tombstones WHERE confirmed = 0 AND due <= $1 AND (%[1]s) ORDER BY due, prefix LIMIT CAST($2 AS BIGINT)
) RETURNING prefix, loss, since, confirm`
)

const postpone = `UPDATE rooms SET due = $4 WHERE place = $1 AND version = $2 AND due = $3`

func (d *database) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	defer limitTime(&ctx, d.limits.Search)()
	type dueRoom struct {
		game.Room
		due int64 // as stored
	}
	among, args := prefixCondition("place", prefixes, []any{now.UnixMilli(), int64(most)})
	rooms, err := queryRows(ctx, d.read, fmt.Sprintf(findDue, among), args, func(scan scan) (r dueRoom, err error) {
		r.Room, err = scanRoom(scan, &r.due)
		return r, err
	})
	if err != nil {
		return game.Due{}, err
	}
	among, args = prefixCondition("prefix", game.TombstonePrefixes(prefixes), []any{now.UnixMilli(), int64(most), now.Add(game.ConfirmInterval).UnixMilli()})
	return inTransaction(ctx, d.write, true, func(ctx context.Context, s session) (taken game.Due, err error) {
		for _, r := range rooms {
			at, early := until.UnixMilli(), false
			if due := r.Due(d.timing); due > now.UnixMilli() {
				at, early = due, true
			}
			n, err := s.exec(ctx, postpone, string(r.Place), r.Version, r.due, at)
			if err != nil {
				return taken, err
			}
			if n > 0 && !early {
				taken.Rooms = append(taken.Rooms, r.Room)
			}
		}
		taken.Tombstones, err = queryRows(ctx, s, fmt.Sprintf(takeTombstones, among), args, func(scan scan) (t game.Tombstone, err error) {
			var since, confirm int64
			err = scan(&t.Prefix, &t.Loss, &since, &confirm)
			t.Since, t.Confirm = time.UnixMilli(since), time.UnixMilli(confirm)
			return t, err
		})
		return taken, err
	}) // after the loss of this light change, the rooms are due again
}

func (d *database) Next(ctx context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	defer limitTime(&ctx, d.limits.Search)()
	among, args := prefixCondition("place", prefixes, nil)
	due, err := column[int64](ctx, d.read, fmt.Sprintf(nextDue, among), args...)
	if len(due) == 0 || err != nil {
		return time.Time{}, false, err
	}
	return time.UnixMilli(due[0]), true, nil
}

const (
	// lockPace locks the row, so that concurrent reservations wait for each other.
	lockPace = `INSERT INTO paces (name, free) VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET free = paces.free RETURNING free`
	keepPace = `UPDATE paces SET free = $2 WHERE name = $1`
)

func (d *database) ReserveDailyTimes(ctx context.Context, name string, n int, now time.Time) (time.Time, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	first, err := inTransaction(ctx, d.write, false, func(ctx context.Context, s session) (first int64, err error) {
		free, err := one[int64](ctx, s, lockPace, name)
		if err != nil {
			return 0, err
		}
		first, next := game.DailyTimes(free, n, now)
		_, err = s.exec(ctx, keepPace, name, next)
		return first, err
	})
	return time.UnixMilli(first), err
}

func (d *database) LastPosted(ctx context.Context, t game.Tenant) (game.Day, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return one[game.Day](ctx, d.read, `SELECT posted FROM tenants WHERE tenant = $1`, string(t))
}
