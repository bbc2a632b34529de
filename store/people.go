package store

import (
	"context"
	"encoding/json"
	"fmt"

	"othellobot/game"
	"othellobot/rules"
)

const (
	personColumns = `player, version, choices, list, touched`
	findPerson    = `SELECT ` + personColumns + ` FROM people WHERE player = $1`
	findListed    = `SELECT ` + personColumns + ` FROM people WHERE ` + onList + ` LIMIT CAST($2 AS BIGINT)`
	insertPerson  = `INSERT INTO people (` + personColumns + `) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`
	changePerson  = `UPDATE people SET version = $2, choices = $3, list = $4, touched = $5 WHERE player = $1 AND version = $2 - 1`

	// onList holds for those on the list $1. Few people are on any.
	onList = `list <> '' AND $1 <> '' AND REPLACE(' ' || list || ' ', ' ' || $1 || ' ', '') <> ' ' || list || ' '`
)

const (
	puzzlerColumns = `player, grade, version, number, wrong, solved, streak, place, shared, former, former_wrong, former_place, touched, total`
	findPuzzler    = `SELECT ` + puzzlerColumns + ` FROM puzzlers WHERE player = $1 AND grade = $2`
	insertPuzzler  = `
INSERT INTO puzzlers (` + puzzlerColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT DO NOTHING`
	changePuzzler = `
UPDATE puzzlers SET version = $3, number = $4, wrong = $5, solved = $6, streak = $7, place = $8, shared = $9,
	former = $10, former_wrong = $11, former_place = $12, touched = $13, total = $14
WHERE player = $1 AND grade = $2 AND version = $3 - 1`
)

// findSolvers counts the bits of the wrong moves: none, or one.
const findSolvers = `
SELECT player, tried FROM (
	SELECT player, CASE wrong WHEN 0 THEN 0 ELSE 1 END AS tried FROM puzzlers
	WHERE place = $1 AND place <> '' AND number = $3 AND grade = $2 AND solved = 1
	UNION ALL
	SELECT player, former_wrong FROM puzzlers
	WHERE former_place = $1 AND former_place <> '' AND former = $3 AND grade = $2
) AS solvers
ORDER BY tried, player LIMIT CAST($4 AS BIGINT)`

const (
	exerciseColumns = `player, game, number, version, place, black, white, color, played, best, faults, succeeded, due, tried, touched`
	findExercises   = `SELECT ` + exerciseColumns + ` FROM exercises WHERE player = $1`
	// insertExercise stores one as long as its game names the player. A query of that ends with %s.
	insertExercise = `
INSERT INTO exercises (` + exerciseColumns + `)
SELECT player, game, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS BIGINT),
	CAST($8 AS BIGINT), CAST($9 AS BIGINT), CAST($10 AS BIGINT), CAST($11 AS BIGINT), CAST($12 AS BIGINT),
	CAST($13 AS BIGINT), CAST($14 AS BIGINT), CAST($15 AS BIGINT)
FROM seats WHERE player = $1 AND game = $2 %s
ON CONFLICT DO NOTHING`
	changeExercise = `
UPDATE exercises SET version = $4, succeeded = $5, due = $6, tried = $7, touched = $8
WHERE player = $1 AND game = $2 AND number = $3 AND version = $4 - 1`
	dropExercise = `DELETE FROM exercises WHERE player = $1 AND game = $2 AND number = $3`
)

const hideRating = `
INSERT INTO ratings (tenant, player, seat, rating, stage, season, hidden, state) VALUES ($1, $2, 0, 0, 0, 0, $3, '')
ON CONFLICT (tenant, player) DO UPDATE SET hidden = excluded.hidden`

// Person implements [game.Store].
func (d *database) Person(ctx context.Context, p game.Player) (game.Person, error) {
	defer limited(&ctx, d.limits.Attempt)()
	found, err := listed(ctx, d.read, findPerson, []any{string(p)}, scanPerson)
	if err != nil || len(found) == 0 {
		return game.Person{Player: p}, err
	}
	return found[0], nil
}

// Listed implements [game.Store].
func (d *database) Listed(ctx context.Context, list string, most int) ([]game.Person, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, findListed, []any{list, int64(most)}, scanPerson)
}

func scanPerson(scan scan) (p game.Person, err error) {
	var choices string
	if err := scan(&p.Player, &p.Version, &choices, &p.List, &p.Touched); err != nil {
		return p, err
	}
	err = json.Unmarshal([]byte(choices), &p.Choices)
	return p, err
}

// Puzzler implements [game.Store].
func (d *database) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	defer limited(&ctx, d.limits.Attempt)()
	found := game.Puzzler{Player: p, Grade: grade}
	err := d.read.query(ctx, findPuzzler, []any{string(p), int64(grade)}, func(scan scan) error {
		var wrong, solved, shared int64
		err := scan(
			&found.Player, &found.Grade, &found.Version, &found.Number, &wrong, &solved, &found.Streak, &found.Where, &shared,
			&found.Former.Number, &found.Former.Wrong, &found.Former.Where, &found.Touched, &found.Total,
		)
		found.Wrong, found.Solved, found.Shared = game.MovesOf(wrong), solved == 1, shared == 1
		return err
	})
	return found, err
}

// Solvers implements [game.Store].
func (d *database) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]game.Solver, error) {
	defer limited(&ctx, d.limits.Attempt)()
	args := []any{string(at), int64(grade), int64(number), int64(most)}
	return listed(ctx, d.read, findSolvers, args, func(scan scan) (s game.Solver, err error) {
		err = scan(&s.Player, &s.Wrong)
		return s, err
	})
}

// Exercises implements [game.Store].
func (d *database) Exercises(ctx context.Context, p game.Player) ([]game.Exercise, error) {
	defer limited(&ctx, d.limits.Attempt)()
	return listed(ctx, d.read, findExercises, []any{string(p)}, func(scan scan) (e game.Exercise, err error) {
		var id, black, white, color int64
		err = scan(
			&e.Player, &id, &e.Number, &e.Version, &e.Place, &black, &white, &color, &e.Played, &e.Best, &e.Faults, &e.Right, &e.Due, &e.Tried, &e.Touched,
		)
		e.Game = game.ID(id)
		e.Position = rules.Position{Black: rules.Bitboard(black), White: rules.Bitboard(white), ToMove: rules.Color(color)}
		return e, err
	})
}

// Keep implements [game.Store].
func (d *database) Keep(ctx context.Context, k game.Kept) error {
	defer limited(&ctx, d.limits.Attempt)()
	next, rest, err := d.keeps(k)
	if err != nil {
		return err
	}
	return d.failure(d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		for _, one := range next {
			n, err := s.exec(ctx, one.query, one.args...)
			if err == nil && n == 0 {
				err = game.ErrStale
			}
			if err != nil {
				return err
			}
		}
		return s.all(ctx, rest...)
	}))
}

// keeps returns the statements that store the next versions of rows, each of which changes one, and
// the rest.
func (d *database) keeps(k game.Kept) (next, rest []statement, err error) {
	keep := func(version uint32, insert, change string, args ...any) {
		if version == 1 {
			change = insert
		}
		next = append(next, statement{change, args, nil})
	}
	if p := k.Person; p != nil {
		choices, err := json.Marshal(p.Choices)
		if err != nil {
			return nil, nil, err
		}
		keep(p.Version, insertPerson, changePerson, string(p.Player), int64(p.Version), string(choices), p.List, p.Touched)
	}
	if p := k.Puzzler; p != nil {
		keep(
			p.Version, insertPuzzler, changePuzzler, string(p.Player), int64(p.Grade), int64(p.Version), int64(p.Number), int64(p.Wrong), asNumber(p.Solved),
			int64(p.Streak), string(p.Where), asNumber(p.Shared), int64(p.Former.Number), int64(p.Former.Wrong), string(p.Former.Where), p.Touched, int64(p.Total),
		)
	}
	insert := fmt.Sprintf(insertExercise, d.steady)
	for _, e := range k.Exercises {
		key := []any{string(e.Player), int64(e.Game), int64(e.Number), int64(e.Version)}
		if e.Version == 1 {
			keep(1, insert, "", append(
				key, string(e.Place), int64(e.Position.Black), int64(e.Position.White), int64(e.Position.ToMove), int64(e.Played), int64(e.Best),
				int64(e.Faults), int64(e.Right), int64(e.Due), int64(e.Tried), e.Touched,
			)...)
		} else {
			keep(e.Version, "", changeExercise, append(key, int64(e.Right), int64(e.Due), int64(e.Tried), e.Touched)...)
		}
	}
	for _, e := range k.Dropped {
		rest = append(rest, statement{dropExercise, []any{string(e.Player), int64(e.Game), int64(e.Number)}, nil})
	}
	if h := k.Hidden; h != nil {
		rest = append(rest, statement{hideRating, []any{string(h.Tenant), string(h.Player), asNumber(h.Hidden)}, nil})
	}
	return next, rest, nil
}

// asNumber writes what is so or not as databases of both kinds can.
func asNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
