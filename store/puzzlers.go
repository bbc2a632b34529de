package store

import (
	"context"
	"time"

	"othellobot/game"
)

const puzzlerColumns = `player, grade, version, number, wrong, solved, streak, place, shared, former, former_wrong, former_place, touched, total`

const findPuzzler = `SELECT ` + puzzlerColumns + ` FROM puzzlers WHERE player = $1 AND grade = $2`

const insertPuzzler = `
INSERT INTO puzzlers (` + puzzlerColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT DO NOTHING`

const changePuzzler = `
UPDATE puzzlers SET version = $3, number = $4, wrong = $5, solved = $6, streak = $7, place = $8, shared = $9,
	former = $10, former_wrong = $11, former_place = $12, touched = $13, total = $14
WHERE player = $1 AND grade = $2 AND version = $3 - 1`

const forgetPuzzler = `DELETE FROM puzzlers WHERE player = $1`

// findSolvers counts the bits of the wrong moves: none, or one.
const findSolvers = `
SELECT player, tried FROM (
	SELECT player, CASE wrong WHEN 0 THEN 0 ELSE 1 END AS tried FROM puzzlers
	WHERE place = $1 AND place <> '' AND number = $3 AND grade = $2 AND solved = 1
	UNION ALL
	SELECT player, former_wrong FROM puzzlers
	WHERE former_place = $1 AND former_place <> '' AND former = $3 AND grade = $2
) AS solvers
ORDER BY tried, player LIMIT $4`

const forgetPuzzlers = `DELETE FROM puzzlers WHERE player IN (SELECT player FROM puzzlers WHERE touched <= $1 LIMIT 500) AND touched <= $1`

const purgePuzzlersOf = `
DELETE FROM puzzlers
WHERE player IN (SELECT player FROM puzzlers WHERE player >= $1 AND player < $2 LIMIT $3)
RETURNING player`

// Whoever is named in a place that is deleted is named nowhere.
const (
	unnamePuzzlers = `
UPDATE puzzlers SET place = '', version = version + 1
WHERE (player, grade) IN (SELECT player, grade FROM puzzlers WHERE place <> '' AND ` + placesWithin + ` LIMIT $3)`
	unnameFormer = `
UPDATE puzzlers SET former_place = '', version = version + 1
WHERE (player, grade) IN (SELECT player, grade FROM puzzlers WHERE former_place <> '' AND former_place >= $1 AND former_place < $2 LIMIT $3)`
)

// Puzzler implements [game.Store].
func (d *database) Puzzler(ctx context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	defer limited(&ctx, d.limits.Attempt)()
	found := game.Puzzler{Player: p, Grade: grade}
	err := d.read.query(ctx, findPuzzler, []any{string(p), int64(grade)}, func(scan scan) (err error) {
		found, err = scanPuzzler(scan)
		return err
	})
	return found, err
}

func scanPuzzler(scan scan) (game.Puzzler, error) {
	var player, place, formerPlace string
	var grade, version, number, wrong, solved, streak, shared, former, formerWrong, touched, total int64
	err := scan(&player, &grade, &version, &number, &wrong, &solved, &streak, &place, &shared, &former, &formerWrong, &formerPlace, &touched, &total)
	return game.Puzzler{
		Player: game.Player(player), Grade: uint8(grade), Version: uint32(version), Number: int(number),
		Wrong: game.MovesOf(wrong), Solved: solved == 1, Streak: int(streak), Total: int(total), Where: game.Place(place), Shared: shared == 1,
		Former:  game.Solution{Number: int(former), Wrong: int(formerWrong), Where: game.Place(formerPlace)},
		Touched: touched,
	}, err
}

// KeepPuzzler implements [game.Store].
func (d *database) KeepPuzzler(ctx context.Context, p game.Puzzler) error {
	query := changePuzzler
	if p.Version == 1 {
		query = insertPuzzler
	}
	return d.keep(ctx, query, []any{
		string(p.Player), int64(p.Grade), int64(p.Version), int64(p.Number), int64(p.Wrong), asNumber(p.Solved),
		int64(p.Streak), string(p.Where), asNumber(p.Shared), int64(p.Former.Number), int64(p.Former.Wrong), string(p.Former.Where), p.Touched, int64(p.Total),
	}, p.Names()...)
}

// asNumber writes what is so or not as databases of both kinds can.
func asNumber(b bool) int64 {
	if b {
		return 1
	}
	return 0
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

// forgetOldPuzzlers forgets some of those that nothing has changed for long.
func (d *database) forgetOldPuzzlers(ctx context.Context, now time.Time) error {
	_, err := d.write.change(ctx, forgetPuzzlers, now.Add(-d.timing.Retention).UnixMilli())
	return err
}
