package store

import (
	"context"
	"time"

	"othellobot/game"
)

// forgetQueries delete up to $2 rows each about the player $1, except rooms and games. Opponents'
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
