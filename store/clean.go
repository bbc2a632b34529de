package store

import (
	"context"
	"time"

	"othellobot/game"
)

// cleanRows limits the rows that a query of a clean-up step changes, because moves wait for the step.
const cleanRows = 300

// buryPlaces inserts a tombstone, or confirms the existing one if its confirm time has passed. While a
// tenant has a tombstone, those of its channels are not confirmed, because a tenant's data is kept longer.
const buryPlaces = `
INSERT INTO tombstones (prefix, loss, since, confirm, confirmed, due) VALUES ($1, $2, $3, $4, 0, $4)
ON CONFLICT (prefix) DO UPDATE SET
	confirmed = 1, confirm = excluded.since, due = CASE tombstones.confirmed WHEN 1 THEN tombstones.due ELSE excluded.since END
WHERE tombstones.confirm <= excluded.since
	AND NOT EXISTS (SELECT 1 FROM tombstones AS above WHERE above.prefix = $5 AND above.prefix <> $1)`

// takeConfirmed claims a tombstone for a step of the purge. It also locks the row, because another process
// may delete the tombstone, and then new games may start in its places.
const takeConfirmed = `UPDATE tombstones SET due = $3 WHERE prefix = $1 AND confirmed = 1 AND due <= $2`

// A tombstone stays at least $2 milliseconds after its confirmation.
const (
	dropTombstone     = `DELETE FROM tombstones WHERE prefix = $1 AND confirm + $2 <= $3`
	postponeTombstone = `UPDATE tombstones SET due = confirm + $2 WHERE prefix = $1`

	tenantsWithin = `tenant >= $1 AND tenant < $2`
	peopleWithin  = `player >= $1 AND player < $2`
)

// Each query of purges selects up to $3 rows. It deletes rows whose place, tenant or person begins with $1,
// or removes $1 from people's lists. $2 is the prefixEnd of $1.
var purges = []string{
	`DELETE FROM rooms WHERE place IN (SELECT place FROM rooms WHERE ` + placesWithin + ` LIMIT $3)`,
	`DELETE FROM games WHERE id IN (SELECT id FROM games WHERE ` + placesWithin + ` LIMIT $3)`,
	`DELETE FROM seats WHERE ` + placesWithin + ` AND game IN (SELECT game FROM seats WHERE ` + placesWithin + ` LIMIT $3)`,
	`DELETE FROM votes WHERE (game, turn, voter) IN (SELECT game, turn, voter FROM votes WHERE ` + placesWithin + ` LIMIT $3)`,
	`DELETE FROM finished WHERE game IN (SELECT game FROM finished WHERE ` + tenantsWithin + ` LIMIT $3)`,
	`DELETE FROM records WHERE (player, tenant, against, level) IN
		(SELECT player, tenant, against, level FROM records WHERE ` + tenantsWithin + ` LIMIT $3)`,
	`DELETE FROM ratings WHERE (tenant, player) IN (SELECT tenant, player FROM ratings WHERE ` + tenantsWithin + ` LIMIT $3)`,
	`DELETE FROM tenants WHERE tenant IN (SELECT tenant FROM tenants WHERE ` + tenantsWithin + ` LIMIT $3)`,
	`DELETE FROM kept WHERE (player, kind) IN (SELECT player, kind FROM kept WHERE ` + peopleWithin + ` LIMIT $3)`,
	`UPDATE kept SET list = TRIM(REPLACE(' ' || list || ' ', ' ' || $1 || ' ', ' ')), version = version + 1
		WHERE (player, kind) IN (SELECT player, kind FROM kept WHERE ` + onList + ` AND $2 <> '' LIMIT $3)`,
	`DELETE FROM solvers WHERE (player, grade, number) IN (SELECT player, grade, number FROM solvers WHERE ` + peopleWithin + ` LIMIT $3)`,
	`DELETE FROM solvers WHERE (player, grade, number) IN (SELECT player, grade, number FROM solvers WHERE ` + placesWithin + ` LIMIT $3)`,
}

const oldGames = `DELETE FROM games WHERE id IN (SELECT id FROM games WHERE ended <= $1 ORDER BY ended LIMIT $2) RETURNING id`

// Each query of oldRows deletes up to $2 rows that have not changed since $1.
var oldRows = []string{
	`DELETE FROM kept WHERE (player, kind) IN
		(SELECT player, kind FROM kept WHERE kind IN ('puzzles', 'exercises') AND touched <= $1 LIMIT $2)`,
	`DELETE FROM solvers WHERE (player, grade, number) IN (SELECT player, grade, number FROM solvers WHERE touched <= $1 LIMIT $2)`,
}

// reviewPeople reviews players' choices whose column touched is not after $1. If a player has no records,
// seats, votes or other documents, it marks the choices for forgetPeople. Otherwise it sets touched to $2.
const (
	reviewPeople = `
UPDATE kept SET touched = CASE WHEN EXISTS (SELECT 1 FROM records WHERE records.player = kept.player)
	OR EXISTS (SELECT 1 FROM seats WHERE seats.player = kept.player)
	OR EXISTS (SELECT 1 FROM kept AS other WHERE other.player = kept.player AND other.kind <> 'choices')
	OR EXISTS (SELECT 1 FROM votes WHERE votes.voter = kept.player) THEN CAST($2 AS BIGINT) ELSE 0 END
WHERE kind = 'choices' AND player IN (SELECT player FROM kept WHERE kind = 'choices' AND touched <= $1 LIMIT CAST($3 AS BIGINT))`
	forgetPeople = `DELETE FROM kept WHERE kind = 'choices' AND touched = 0`
)

func (d *database) Bury(ctx context.Context, t game.Tombstone) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	tenant := game.Place(t.Prefix).Tenant()
	_, err := d.change(ctx, buryPlaces, t.Prefix, string(t.Loss), t.Since.UnixMilli(), t.Confirm.UnixMilli(), string(tenant))
	return d.failure(err)
}

func (d *database) Revive(ctx context.Context, name string) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	tenant, channel := tombstonePrefixes(game.Place(name))
	n, err := d.change(ctx, `DELETE FROM tombstones WHERE prefix IN ($1, $2) AND confirmed = 0`, tenant, channel)
	if n > 0 {
		d.scrubSoon(ctx) // the prefix may be a forgotten player's name
	}
	return err
}

func (d *database) Clean(ctx context.Context, now time.Time) (more bool, err error) {
	defer limitTime(&ctx, d.limits.Sweep)()
	const findConfirmed = `SELECT prefix FROM tombstones WHERE confirmed = 1 AND due <= $1 ORDER BY due, prefix LIMIT 1`
	prefix, err := one[string](ctx, d.read, findConfirmed, now.UnixMilli())
	if err != nil {
		return false, err
	}
	if prefix == "" {
		return inTransaction(ctx, d.write, false, func(ctx context.Context, s session) (bool, error) { return d.sweep(ctx, s, now) })
	}
	ended, err := inTransaction(ctx, d.write, false, func(ctx context.Context, s session) (bool, error) { return purge(ctx, s, prefix, now) })
	if ended {
		d.scrubSoon(ctx)
	}
	return err == nil, err
}

// purge deletes about cleanRows rows at most and reports whether it has deleted the tombstone.
func purge(ctx context.Context, s session, prefix string, now time.Time) (ended bool, err error) {
	n, err := s.exec(ctx, takeConfirmed, prefix, now.UnixMilli(), now.Add(game.PurgePause).UnixMilli())
	if n == 0 || err != nil {
		return false, err
	}
	left := int64(cleanRows)
	for _, query := range purges {
		n, err := s.exec(ctx, query, prefix, prefixEnd(prefix), left)
		if left -= n; left <= 0 || err != nil {
			return false, err
		}
	}
	if left < cleanRows {
		return false, nil
	}
	rest := game.PurgeGrace.Milliseconds()
	n, err = s.exec(ctx, dropTombstone, prefix, rest, now.UnixMilli())
	if n == 0 && err == nil {
		_, err = s.exec(ctx, postponeTombstone, prefix, rest)
	}
	return n > 0, err
}

func (d *database) sweep(ctx context.Context, s session, now time.Time) (more bool, err error) {
	old := now.Add(-d.timing.Retention).UnixMilli()
	games, err := column[int64](ctx, s, oldGames, old, int64(cleanRows))
	if err != nil {
		return false, err
	}
	var rest []statement
	for _, id := range games {
		rest = append(rest, statement{dropSeats, []any{id}, nil}, statement{dropVotes, []any{id}, nil})
	}
	if err := s.all(ctx, rest...); err != nil {
		return false, err
	}
	more = len(games) == cleanRows
	for _, query := range oldRows {
		n, err := s.exec(ctx, query, old, int64(cleanRows))
		if err != nil {
			return false, err
		}
		more = more || n == cleanRows
	}
	n, err := s.exec(ctx, reviewPeople, now.Add(-2*d.timing.Retention).UnixMilli(), now.UnixMilli(), int64(cleanRows))
	if n == 0 || err != nil {
		return more, err
	}
	_, err = s.exec(ctx, forgetPeople)
	return more || n == cleanRows, err
}

// scrubSoon requests a scrub and waits for it for up to half a second.
func (d *database) scrubSoon(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 500*time.Millisecond)
	defer cancel()
	_ = d.scrub(ctx)
}

// Each of forgetQueries changes up to $2 rows about the player $1, but no rooms or games. Opponents'
// records against the player become records against [game.Nobody]. A finished game stays without the
// name if it is in a rating log or names another player.
var forgetQueries = []string{
	`INSERT INTO records (player, tenant, against, level, won, drawn, lost, run)
	SELECT player, tenant, '', level, won, drawn, lost, run FROM records WHERE (player, tenant, against, level) IN
		(SELECT against, tenant, player, level FROM records WHERE player = $1 ORDER BY tenant, against, level LIMIT $2)` + addVotes,
	`DELETE FROM records WHERE (player, tenant, against, level) IN
		(SELECT against, tenant, player, level FROM records WHERE player = $1 ORDER BY tenant, against, level LIMIT $2)`,
	`DELETE FROM records WHERE (player, tenant, against, level) IN
		(SELECT player, tenant, against, level FROM records WHERE player = $1 ORDER BY tenant, against, level LIMIT $2)`,
	`DELETE FROM finished WHERE game IN (
		SELECT game FROM finished WHERE black = $1 AND white IN ('', 'engine') AND entry = 0
		UNION ALL SELECT game FROM finished WHERE white = $1 AND black IN ('', 'engine') AND entry = 0 LIMIT $2)`,
	`UPDATE finished SET black = CASE black WHEN $1 THEN '' ELSE black END, white = CASE white WHEN $1 THEN '' ELSE white END
	WHERE game IN (
		SELECT game FROM finished WHERE black = $1
		UNION ALL SELECT game FROM finished WHERE white = $1 LIMIT $2)`,
	`DELETE FROM ratings WHERE (tenant, player) IN (SELECT tenant, player FROM ratings WHERE player = $1 LIMIT $2)`,
	// seats in games that were lost with an unreadable room
	`DELETE FROM seats WHERE player = $1 AND game IN (SELECT game FROM seats WHERE player = $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = seats.game)
		AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.place = seats.place) LIMIT $2)`,
	`DELETE FROM votes WHERE (game, turn, voter) IN (SELECT game, turn, voter FROM votes WHERE voter = $1 LIMIT $2)`,
	`DELETE FROM kept WHERE (player, kind) IN (SELECT player, kind FROM kept WHERE player = $1 LIMIT $2)`,
	`DELETE FROM solvers WHERE (player, grade, number) IN (SELECT player, grade, number FROM solvers WHERE player = $1 LIMIT $2)`,
}

func (d *database) Forget(ctx context.Context, p game.Player, _ time.Time) (more bool, err error) {
	defer limitTime(&ctx, d.limits.Search)()
	more, err = inTransaction(ctx, d.write, false, func(ctx context.Context, s session) (more bool, err error) {
		for _, query := range forgetQueries {
			n, err := s.exec(ctx, query, string(p), int64(cleanRows))
			if err != nil {
				return false, err
			}
			more = more || n == cleanRows
		}
		return more, nil
	})
	if more || err != nil {
		return more, d.failure(err)
	}
	named, err := column[int64](ctx, d.read, `SELECT game FROM seats WHERE player = $1 LIMIT 1`, string(p))
	if len(named) == 0 && err == nil { // otherwise games still name the player
		_ = d.scrub(ctx) // if ctx ends first, the scrubber finishes later
	}
	return false, err
}
