package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// The number in the place of %d is 1 for those that were taken already: they come before
// the others, while a platform still knows what it was sent.
const findDailies = `
SELECT place, daily, zone, weekly, daily_posted, daily_asked FROM places
WHERE daily_due > 0 AND daily_due <= $1 AND daily_taken = %d AND (%s)
ORDER BY daily_due, place LIMIT $2`

const anyDaily = `SELECT 1 FROM places WHERE daily_due > 0 AND daily_due <= $1 AND (%s) LIMIT 1`

const takeDaily = `UPDATE places SET daily_due = $2, daily_taken = 1 WHERE place = $1`

// Where the settings have changed since, the time of the next puzzle follows from those.
const notePosted = `
UPDATE places SET daily_posted = $4, daily_taken = 0, touched = $6,
	daily_due = CASE WHEN daily = $2 AND zone = $3 AND weekly = $7 THEN $5 ELSE daily_due END
WHERE place = $1 AND daily_posted <= $4`

const (
	beginPace = `INSERT INTO paces (prefixes, free) VALUES ($1, 0) ON CONFLICT DO NOTHING`
	// lockPace holds up others who take at the same time.
	lockPace = `UPDATE paces SET free = free WHERE prefixes = $1 RETURNING free`
	keepPace = `UPDATE paces SET free = $2 WHERE prefixes = $1`
)

// paceOf names the pace of those who ask for the prefixes.
func paceOf(prefixes []string) string {
	return strings.Join(slices.Sorted(slices.Values(prefixes)), " ")
}

// DueDailies implements [game.Store]. It writes nothing if nothing is due.
func (d *database) DueDailies(ctx context.Context, now, until time.Time, most int, prefixes []string) ([]game.DueDaily, error) {
	defer limited(&ctx, d.limits.Search)()
	among, args := anyPrefix(prefixes, []any{now.UnixMilli()})
	due := false
	err := d.read.query(ctx, fmt.Sprintf(anyDaily, among), args, func(scan) error { due = true; return nil })
	if !due || err != nil {
		return nil, err
	}
	return transacted(ctx, d.write, func(ctx context.Context, s session) ([]game.DueDaily, error) {
		free, err := freeSince(ctx, s, prefixes)
		if err != nil {
			return nil, err
		}
		n, _ := game.Paced(free, now, most)
		taken, err := takeDailies(ctx, s, now, until, n, prefixes)
		if len(taken) == 0 || err != nil {
			return nil, err
		}
		_, next := game.Paced(free, now, len(taken))
		_, err = s.exec(ctx, keepPace, paceOf(prefixes), next)
		return taken, err
	})
}

// freeSince is when the next daily puzzle may be taken, which nobody else changes until
// the transaction ends.
func freeSince(ctx context.Context, s session, prefixes []string) (free int64, err error) {
	if _, err := s.exec(ctx, beginPace, paceOf(prefixes)); err != nil {
		return 0, err
	}
	err = s.query(ctx, lockPace, []any{paceOf(prefixes)}, func(scan scan) error { return scan(&free) })
	return free, err
}

// takeDailies takes up to most places that are due by now, until a time.
func takeDailies(ctx context.Context, s session, now, until time.Time, most int, prefixes []string) (taken []game.DueDaily, err error) {
	for _, again := range []bool{true, false} {
		among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most - len(taken))})
		due, err := listed(ctx, s, fmt.Sprintf(findDailies, asNumber(again), among), args, func(scan scan) (game.DueDaily, error) {
			d := game.DueDaily{Again: again}
			err := scan(&d.Place, &d.Daily.Minute, &d.Daily.Zone, &d.Daily.Weekly, &d.Posted, &d.Asked)
			return d, err
		})
		if err != nil {
			return nil, err
		}
		taken = append(taken, due...)
	}
	for _, t := range taken {
		if _, err := s.exec(ctx, takeDaily, string(t.Place), until.UnixMilli()); err != nil {
			return nil, err
		}
	}
	return taken, nil
}

// Posted implements [game.Store].
func (d *database) Posted(ctx context.Context, p game.Posted) (bool, error) {
	defer limited(&ctx, d.limits.Attempt)()
	n, err := d.write.change(ctx, notePosted, string(p.Place), int64(p.Daily.Minute), p.Daily.Zone, int64(p.Day), p.Next, p.Now.UnixMilli(), int64(p.Daily.Weekly))
	return n > 0, err
}

const noteAsked = `UPDATE places SET daily_asked = $2 WHERE place = $1 AND daily_asked < $2`

// Asked implements [game.Store].
func (d *database) Asked(ctx context.Context, at game.Place, day game.Day) error {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, noteAsked, string(at), int64(day))
	return err
}

const lastPosted = `SELECT CAST(COALESCE(MAX(daily_posted), 0) AS BIGINT) FROM places WHERE ` + placesWithin

// LastPosted implements [game.Store].
func (d *database) LastPosted(ctx context.Context, t game.Tenant) (day game.Day, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	err = d.read.query(ctx, lastPosted, []any{string(t), afterAll(string(t))}, func(scan scan) error { return scan(&day) })
	return day, err
}

const findEnded = `
SELECT id, place, version, state FROM games
WHERE ` + placesWithin + ` AND stage IN (2, 4) AND ended >= $3 AND ended < $4
ORDER BY ended DESC, id LIMIT $5`

// Ended implements [game.Store].
func (d *database) Ended(ctx context.Context, at game.Place, from, to time.Time, most int) (games []game.Game, err error) {
	defer limited(&ctx, d.limits.Search)()
	args := []any{string(at), afterAll(string(at)), from.UnixMilli(), to.UnixMilli(), int64(most)}
	err = d.read.query(ctx, findEnded, args, func(scan scan) error {
		var id, version int64
		var place, state string
		if err := scan(&id, &place, &version, &state); err != nil {
			return err
		}
		if g, err := parseGame(id, place, version, state); err == nil {
			games = append(games, g)
		}
		return nil
	})
	return games, err
}
