package store

import (
	"context"
	"fmt"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

const exerciseColumns = `player, game, number, version, place, black, white, color, played, best, faults, succeeded, due, tried, touched`

const findExercises = `SELECT ` + exerciseColumns + ` FROM exercises WHERE player = $1`

// insertExercise stores one as long as its game names the player. A query of that ends with %s.
const insertExercise = `
INSERT INTO exercises (` + exerciseColumns + `)
SELECT player, game, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT),
	CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT), CAST($11 AS BIGINT), CAST($12 AS BIGINT),
	CAST($13 AS BIGINT), CAST($14 AS BIGINT), CAST($15 AS BIGINT)
FROM players WHERE player = $1 AND game = $2 %s
ON CONFLICT DO NOTHING`

const changeExercise = `
UPDATE exercises SET version = $4, succeeded = $5, due = $6, tried = $7, touched = $8
WHERE player = $1 AND game = $2 AND number = $3 AND version = $4 - 1`

const dropExercise = `DELETE FROM exercises WHERE player = $1 AND game = $2 AND number = $3`

const forgetExercises = `DELETE FROM exercises WHERE player = $1`

const forgetOldExercises = `
DELETE FROM exercises WHERE (player, game, number) IN (SELECT player, game, number FROM exercises WHERE touched <= $1 LIMIT 500)`

const purgeExercises = `
DELETE FROM exercises WHERE (player, game, number) IN (SELECT player, game, number FROM exercises WHERE ` + placesWithin + ` LIMIT $3)`

// Exercises implements [game.Store].
func (d *database) Exercises(ctx context.Context, p game.Player) ([]game.Exercise, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, findExercises, []any{string(p)}, func(scan scan) (e game.Exercise, err error) {
		var id, version, black, white, color, faults int64
		err = scan(
			&e.Player, &id, &e.Number, &version, &e.Place, &black, &white, &color, &e.Played, &e.Best, &faults, &e.Right, &e.Due, &e.Tried, &e.Touched,
		)
		e.Game, e.Version, e.Faults = game.ID(id), uint32(version), uint32(faults)
		e.Position = rules.Position{Black: rules.Bitboard(black), White: rules.Bitboard(white), ToMove: rules.Color(color)}
		return e, err
	})
}

// KeepExercises implements [game.Store].
func (d *database) KeepExercises(ctx context.Context, keep, drop []game.Exercise) error {
	defer limited(&ctx, d.limits.Attempt)()
	insert := fmt.Sprintf(insertExercise, d.steady)
	err := d.write.transact(ctx, func(ctx context.Context, s session) error {
		for _, e := range keep {
			if err := keepExercise(ctx, s, insert, e); err != nil {
				return err
			}
		}
		for _, e := range drop {
			if _, err := s.exec(ctx, dropExercise, string(e.Player), int64(e.Game), int64(e.Number)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && d.conflicts(err) {
		return game.ErrStale
	}
	return d.failure(err)
}

func keepExercise(ctx context.Context, s session, insert string, e game.Exercise) error {
	query, args := changeExercise, []any{
		string(e.Player), int64(e.Game), int64(e.Number), int64(e.Version), int64(e.Right), int64(e.Due), int64(e.Tried), e.Touched,
	}
	if e.Version == 1 {
		query, args = insert, []any{
			string(e.Player), int64(e.Game), int64(e.Number), int64(e.Version), string(e.Place),
			int64(e.Position.Black), int64(e.Position.White), int64(e.Position.ToMove), int64(e.Played), int64(e.Best),
			int64(e.Faults), int64(e.Right), int64(e.Due), int64(e.Tried), e.Touched,
		}
	}
	n, err := s.exec(ctx, query, args...)
	if err == nil && n == 0 {
		err = game.ErrStale
	}
	if err != nil {
		return err
	}
	gone, err := condemned(ctx, s, string(e.Place))
	if gone {
		err = game.ErrCondemned
	}
	return err
}

// ForgetExercises implements [game.Store].
func (d *database) ForgetExercises(ctx context.Context, p game.Player) error {
	defer limited(&ctx, d.limits.Attempt)()
	_, err := d.write.change(ctx, forgetExercises, string(p))
	return d.failure(err)
}

// forgetUntouched forgets some exercises that nothing has changed for long.
func (d *database) forgetUntouched(ctx context.Context, now time.Time) error {
	_, err := d.write.change(ctx, forgetOldExercises, now.Add(-d.timing.Retention).UnixMilli())
	return err
}
