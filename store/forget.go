package store

import (
	"context"
	"time"

	"othellobot/game"
)

// What is kept of a player beside rooms and games: up to $2 rows of their records, of those of others
// against them, of their finished games, unless these are entries of a log, and so on.
const (
	strikeRecords = `
DELETE FROM records WHERE (player, tenant, against, level) IN
	(SELECT player, tenant, against, level FROM records WHERE player = $1 LIMIT $2)
RETURNING tenant, against`
	strikeOpponent = `
DELETE FROM records WHERE player = $1 AND tenant = $2 AND against = $3 AND level = 0
RETURNING won, drawn, lost`
)

var strikes = []string{
	`DELETE FROM finished WHERE game IN (
		SELECT game FROM finished WHERE black = $1 AND white IN ('', 'engine') AND entry = 0
		UNION ALL SELECT game FROM finished WHERE white = $1 AND black IN ('', 'engine') AND entry = 0 LIMIT $2)`,
	`UPDATE finished SET black = CASE black WHEN $1 THEN '' ELSE black END, white = CASE white WHEN $1 THEN '' ELSE white END
	WHERE game IN (
		SELECT game FROM finished WHERE black = $1
		UNION ALL SELECT game FROM finished WHERE white = $1 LIMIT $2)`,
	`DELETE FROM ratings WHERE (tenant, player) IN (SELECT tenant, player FROM ratings WHERE player = $1 LIMIT $2)`,
	// seats in games that are nowhere, for a room that could not be read did not say of which they were
	`DELETE FROM seats WHERE player = $1 AND game IN (SELECT game FROM seats WHERE player = $1
		AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = seats.game)
		AND NOT EXISTS (SELECT 1 FROM rooms WHERE rooms.place = seats.place) LIMIT $2)`,
	`DELETE FROM votes WHERE (game, turn, voter) IN (SELECT game, turn, voter FROM votes WHERE voter = $1 LIMIT $2)`,
	`DELETE FROM exercises WHERE (player, game, number) IN (SELECT player, game, number FROM exercises WHERE player = $1 LIMIT $2)`,
	`DELETE FROM puzzlers WHERE (player, grade) IN (SELECT player, grade FROM puzzlers WHERE player = $1 LIMIT $2)`,
	`DELETE FROM people WHERE player IN (SELECT player FROM people WHERE player = $1 LIMIT $2)`,
}

// Forget implements [game.Store].
func (d *database) Forget(ctx context.Context, p game.Player, _ time.Time) (more bool, err error) {
	defer limited(&ctx, d.limits.Search)()
	more, err = transacted(ctx, d.write, false, func(ctx context.Context, s session) (bool, error) { return strike(ctx, s, p) })
	if more || err != nil {
		return more, d.failure(err)
	}
	named, err := column[int64](ctx, d.read, `SELECT game FROM seats WHERE player = $1 LIMIT 1`, string(p))
	if len(named) == 0 && err == nil { // else this is not the end
		_ = d.scrub(ctx) // what it has no time for now it does later
	}
	return false, err
}

func strike(ctx context.Context, s session, p game.Player) (more bool, err error) {
	struck, err := listed(ctx, s, strikeRecords, []any{string(p), int64(cleanRows)}, func(scan scan) (r game.Record, err error) {
		err = scan(&r.Tenant, &r.Against)
		return r, err
	})
	if err != nil {
		return false, err
	}
	for _, r := range struck {
		if err := strikeAgainst(ctx, s, r, p); err != nil {
			return false, err
		}
	}
	more = len(struck) == cleanRows
	for _, query := range strikes {
		n, err := s.exec(ctx, query, string(p), int64(cleanRows))
		if err != nil {
			return false, err
		}
		more = more || n == cleanRows
	}
	return more, nil
}

// strikeAgainst makes the record of a player's opponent against them one against nobody.
func strikeAgainst(ctx context.Context, s session, of game.Record, p game.Player) error {
	if !of.Against.Person() {
		return nil
	}
	theirs := game.Record{Tenant: of.Tenant}
	found := false
	err := s.query(ctx, strikeOpponent, []any{string(of.Against), string(of.Tenant), string(p)}, func(scan scan) error {
		found = true
		return scan(&theirs.Won, &theirs.Drawn, &theirs.Lost)
	})
	if !found || err != nil {
		return err
	}
	return s.all(ctx, addRecord(of.Against, theirs, func(game.Record) {}))
}
