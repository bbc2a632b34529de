package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
)

// The places of the prefixes are in the place of %s.
const (
	findDue = `
SELECT place, version, due, doc FROM rooms
WHERE due <= $1 AND (%[1]s) ORDER BY due %[2]s, place %[2]s LIMIT CAST($2 AS BIGINT)`
	nextDue = `SELECT due FROM rooms WHERE %s ORDER BY due LIMIT 1`
)

// putOff also takes a room: of several who found it, one puts it off.
const putOff = `UPDATE rooms SET due = $4 WHERE place = $1 AND version = $2 AND due = $3`

// A prefix is a place for the conditions in the place of %s.
const findDoubtful = `
SELECT place, loss, since, confirm, due
FROM (SELECT prefix AS place, loss, since, confirm, due FROM tombstones WHERE confirmed = 0) AS doubtful
WHERE due <= $1 AND (%s)
ORDER BY due, place LIMIT CAST($2 AS BIGINT)`

const takeDoubtful = `UPDATE tombstones SET due = $3 WHERE prefix = $1 AND confirmed = 0 AND due = $2`

// dueRoom is a room with its stored due time.
type dueRoom struct {
	game.Room
	due int64
}

// dueTombstone is a tombstone with its stored due time.
type dueTombstone struct {
	game.Tombstone
	due int64
}

// Due implements [game.Store].
func (d *database) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	defer limited(&ctx, d.limits.Search)()
	rooms, err := d.dueRooms(ctx, now, most, prefixes)
	if err != nil {
		return game.Due{}, err
	}
	among, args := anyPrefix(game.Mourned(prefixes), []any{now.UnixMilli(), int64(most)})
	tombstones, err := listed(ctx, d.read, fmt.Sprintf(findDoubtful, among), args, func(scan scan) (t dueTombstone, err error) {
		var since, confirm int64
		err = scan(&t.Prefix, &t.Loss, &since, &confirm, &t.due)
		t.Since, t.Confirm = time.UnixMilli(since), time.UnixMilli(confirm)
		return t, err
	})
	if len(rooms)+len(tombstones) == 0 || err != nil {
		return game.Due{}, err
	}
	const light = true // what is lost is handed out again
	return transacted(ctx, d.write, light, func(ctx context.Context, s session) (taken game.Due, err error) {
		for _, r := range rooms {
			at, early := until.UnixMilli(), false
			if due := r.Due(d.timing); due > now.UnixMilli() {
				at, early = due, true
			}
			n, err := s.exec(ctx, putOff, string(r.Place), int64(r.Version), r.due, at)
			if err != nil {
				return taken, err
			}
			if n > 0 && !early {
				taken.Rooms = append(taken.Rooms, r.Room)
			}
		}
		for _, t := range tombstones {
			n, err := s.exec(ctx, takeDoubtful, t.Prefix, t.due, now.Add(game.AskAgain).UnixMilli())
			if err != nil {
				return taken, err
			}
			if n > 0 {
				taken.Tombstones = append(taken.Tombstones, t.Tombstone)
			}
		}
		return taken, nil
	})
}

// dueRooms finds rooms whose stored due time has come: half of them those that have waited the longest, and
// then the others.
func (d *database) dueRooms(ctx context.Context, now time.Time, most int, prefixes []string) (found []dueRoom, err error) {
	add := func(order string, most int) {
		if err != nil || most <= 0 {
			return
		}
		among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most)})
		err = d.read.query(ctx, fmt.Sprintf(findDue, among, order), args, func(scan scan) error {
			var at game.Place
			var version, due int64
			var doc []byte
			if err := scan(&at, &version, &due, &doc); err != nil {
				return err
			}
			if !slices.ContainsFunc(found, func(r dueRoom) bool { return r.Place == at }) {
				found = append(found, dueRoom{game.ReadRoom(at, uint32(version), doc), due})
			}
			return nil
		})
	}
	half := (most + 1) / 2
	if add("", half); len(found) == half {
		add("DESC", most-half)
	}
	slices.SortFunc(found, func(a, b dueRoom) int { return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.Place, b.Place)) })
	return found, err
}

// Next implements [game.Store].
func (d *database) Next(ctx context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix(prefixes, nil)
	err = d.read.query(ctx, fmt.Sprintf(nextDue, among), args, func(scan scan) error {
		var due int64
		err := scan(&due)
		next, ok = time.UnixMilli(due), true
		return err
	})
	return next, ok, err
}

const (
	beginPace = `INSERT INTO paces (name, free) VALUES ($1, 0) ON CONFLICT DO NOTHING`
	// lockPace holds up others who reserve at the same time.
	lockPace = `UPDATE paces SET free = free WHERE name = $1 RETURNING free`
	keepPace = `UPDATE paces SET free = $2 WHERE name = $1`
)

// Pace implements [game.Store].
func (d *database) Pace(ctx context.Context, name string, n int, now time.Time) (time.Time, error) {
	defer limited(&ctx, d.limits.Attempt)()
	first, err := transacted(ctx, d.write, false, func(ctx context.Context, s session) (first int64, err error) {
		if _, err := s.exec(ctx, beginPace, name); err != nil {
			return 0, err
		}
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
