package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/game"
)

// %[1]s stands for a condition on places. findDue finds up to $2 due rooms: one half has waited
// longest, the other half fell due last.
const (
	findDue = `
SELECT place, version, due, doc FROM rooms WHERE place IN (
	SELECT place FROM (SELECT place FROM rooms WHERE due <= $1 AND (%[1]s) ORDER BY due, place LIMIT CAST($2 AS BIGINT) - CAST($2 AS BIGINT) / 2) AS first
	UNION SELECT place FROM (SELECT place FROM rooms WHERE due <= $1 AND (%[1]s) ORDER BY due DESC, place DESC LIMIT CAST($2 AS BIGINT) / 2) AS last
) ORDER BY due, place`
	nextDue = `SELECT due FROM rooms WHERE %[1]s ORDER BY due LIMIT 1`
	// takeDoubtful checks the due time again, because another process may have postponed it meanwhile.
	takeDoubtful = `
UPDATE tombstones SET due = $3 WHERE due <= $1 AND prefix IN (
	SELECT prefix FROM tombstones WHERE confirmed = 0 AND due <= $1 AND (%[1]s) ORDER BY due, prefix LIMIT CAST($2 AS BIGINT)
) RETURNING prefix, loss, since, confirm`
)

// putOff postpones a room and thereby claims it: if several processes find the room due, only one
// update succeeds.
const putOff = `UPDATE rooms SET due = $4 WHERE place = $1 AND version = $2 AND due = $3`

// dueRoom is a room with its stored due time.
type dueRoom struct {
	game.Room
	due int64
}

// Due implements [game.Store].
func (d *database) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix("place", prefixes, []any{now.UnixMilli(), int64(most)})
	rooms, err := listed(ctx, d.read, fmt.Sprintf(findDue, among), args, func(scan scan) (r dueRoom, err error) {
		var at game.Place
		var version int64
		var doc []byte
		err = scan(&at, &version, &r.due, &doc)
		r.Room = game.ReadRoom(at, version, doc)
		return r, err
	})
	if err != nil {
		return game.Due{}, err
	}
	among, args = anyPrefix("prefix", game.TombstonePrefixes(prefixes), []any{now.UnixMilli(), int64(most), now.Add(game.ConfirmInterval).UnixMilli()})
	doubtful := fmt.Sprintf(takeDoubtful, among)
	const light = true // if this write is lost, the rooms are handed out again
	return transacted(ctx, d.write, light, func(ctx context.Context, s session) (taken game.Due, err error) {
		for _, r := range rooms {
			at, early := until.UnixMilli(), false
			if due := r.Due(d.timing); due > now.UnixMilli() {
				at, early = due, true
			}
			n, err := s.exec(ctx, putOff, string(r.Place), r.Version, r.due, at)
			if err != nil {
				return taken, err
			}
			if n > 0 && !early {
				taken.Rooms = append(taken.Rooms, r.Room)
			}
		}
		taken.Tombstones, err = listed(ctx, s, doubtful, args, func(scan scan) (t game.Tombstone, err error) {
			var since, confirm int64
			err = scan(&t.Prefix, &t.Loss, &since, &confirm)
			t.Since, t.Confirm = time.UnixMilli(since), time.UnixMilli(confirm)
			return t, err
		})
		return taken, err
	})
}

// Next implements [game.Store].
func (d *database) Next(ctx context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix("place", prefixes, nil)
	err = d.read.query(ctx, fmt.Sprintf(nextDue, among), args, func(scan scan) error {
		var due int64
		err := scan(&due)
		next, ok = time.UnixMilli(due), true
		return err
	})
	return next, ok, err
}

const (
	// lockPace locks the row, so that concurrent reservations wait for each other.
	lockPace = `INSERT INTO paces (name, free) VALUES ($1, 0) ON CONFLICT (name) DO UPDATE SET free = paces.free RETURNING free`
	keepPace = `UPDATE paces SET free = $2 WHERE name = $1`
)

// Pace implements [game.Store].
func (d *database) Pace(ctx context.Context, name string, n int, now time.Time) (time.Time, error) {
	defer limited(&ctx, d.limits.Attempt)()
	first, err := transacted(ctx, d.write, false, func(ctx context.Context, s session) (first int64, err error) {
		var free, next int64
		if err := s.query(ctx, lockPace, []any{name}, func(scan scan) error { return scan(&free) }); err != nil {
			return 0, err
		}
		first, next = game.DailyMoments(free, n, now)
		_, err = s.exec(ctx, keepPace, name, next)
		return first, err
	})
	return time.UnixMilli(first), err
}

// LastPosted implements [game.Store].
func (d *database) LastPosted(ctx context.Context, t game.Tenant) (day game.Day, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	err = d.read.query(ctx, `SELECT posted FROM tenants WHERE tenant = $1`, []any{string(t)}, func(scan scan) error { return scan(&day) })
	return day, err
}
