package store

import (
	"context"

	"othellobot/game"
	"othellobot/people"
)

const (
	keptColumns = `player, kind, version, touched, list, doc`
	findKept    = `SELECT ` + keptColumns + ` FROM kept WHERE player = $1 AND kind = $2`
	findListed  = `SELECT ` + keptColumns + ` FROM kept WHERE ` + onList + ` LIMIT CAST($2 AS BIGINT)`
	insertKept  = `INSERT INTO kept (` + keptColumns + `) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`
	changeKept  = `UPDATE kept SET version = $3, touched = $4, list = $5, doc = $6 WHERE player = $1 AND kind = $2 AND version = $7`
	findNamed   = `SELECT game FROM seats WHERE player = $1 AND game = $2 `

	// onList is true for people on the list $1. With list <> '' the query can use the partial index
	// kept_list, which is small.
	onList = `list <> '' AND $1 <> '' AND REPLACE(' ' || list || ' ', ' ' || $1 || ' ', '') <> ' ' || list || ' '`
)

const (
	findSolvers = `
SELECT player, wrong FROM solvers WHERE place = $1 AND grade = $2 AND number = $3 ORDER BY wrong, player LIMIT CAST($4 AS BIGINT)`
	keepSolver = `
INSERT INTO solvers (player, grade, number, place, wrong, touched) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (player, grade, number) DO UPDATE SET place = excluded.place, touched = excluded.touched`
	dropSolver = `DELETE FROM solvers WHERE player = $1 AND grade = $2 AND number < $3`
)

func (d *database) LoadDocument(ctx context.Context, p game.Player, kind people.Kind) (people.Document, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	found := people.Document{Player: p, Kind: kind}
	err := d.read.query(ctx, findKept, []any{string(p), string(kind)}, func(scan scan) (err error) {
		found, err = scanKept(scan)
		return err
	})
	return found, err
}

func (d *database) Listed(ctx context.Context, list string, most int) ([]people.Document, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	return queryRows(ctx, d.read, findListed, []any{list, int64(most)}, scanKept)
}

func scanKept(scan scan) (k people.Document, err error) {
	err = scan(&k.Player, &k.Kind, &k.Version, &k.Touched, &k.List, &k.Doc)
	return k, err
}

func (d *database) Solvers(ctx context.Context, at game.Place, grade uint8, number, most int) ([]people.Solver, error) {
	defer limitTime(&ctx, d.limits.Attempt)()
	args := []any{string(at), int64(grade), int64(number), int64(most)}
	return queryRows(ctx, d.read, findSolvers, args, func(scan scan) (s people.Solver, err error) {
		err = scan(&s.Player, &s.Wrong)
		return s, err
	})
}

func (d *database) SaveDocument(ctx context.Context, c people.Change) error {
	defer limitTime(&ctx, d.limits.Attempt)()
	return d.failure(d.write.transact(ctx, false, func(ctx context.Context, s session) error {
		if c.Game != 0 {
			named, err := column[int64](ctx, s, findNamed+d.forShare, string(c.Player), int64(c.Game))
			if err := unlessStale(int64(len(named)), err); err != nil {
				return err
			}
		}
		query, args := insertKept, []any{string(c.Player), string(c.Kind), c.Version, c.Touched, c.List, c.Doc}
		if c.Before > 0 {
			query, args = changeKept, append(args, c.Before)
		}
		if err := unlessStale(s.exec(ctx, query, args...)); err != nil {
			return err
		}
		var solvers []statement
		t := c.Tried
		if t.Number > 0 {
			solvers = append(solvers, statement{dropSolver, []any{string(c.Player), int64(t.Grade), int64(t.Number) - 1}, nil})
		}
		if t.Place != "" {
			row := []any{string(c.Player), int64(t.Grade), int64(t.Number), string(t.Place), int64(t.Wrong), c.Touched}
			solvers = append(solvers, statement{keepSolver, row, nil})
		}
		return s.all(ctx, solvers...)
	}))
}
