package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// The tables of records: what is kept of each finished game, as [game.Finished], and the
// sums of that for each player and opponent.
const (
	finishedTable = `
CREATE TABLE finished (
	game        BIGINT NOT NULL PRIMARY KEY,
	tenant      TEXT   NOT NULL,
	black       TEXT   NOT NULL, -- 'engine' for the engine, empty for somebody forgotten
	white       TEXT   NOT NULL,
	level       BIGINT NOT NULL, -- of the engine, else 0
	winner      BIGINT NOT NULL, -- 0 nobody, 1 black, 2 white
	black_discs BIGINT NOT NULL,
	white_discs BIGINT NOT NULL,
	ended       BIGINT NOT NULL,
	number      BIGINT NOT NULL, -- of the games of the two in the tenant, at the level
	by_black    BIGINT NOT NULL, -- of which black had won so many then
	by_white    BIGINT NOT NULL,
	run         BIGINT NOT NULL, -- won in a row against the level
	wins        BIGINT NOT NULL  -- of the winner in the tenant
)`
	recordsTable = `
CREATE TABLE records (
	player  TEXT   NOT NULL,
	tenant  TEXT   NOT NULL,
	against TEXT   NOT NULL, -- as in finished
	level   BIGINT NOT NULL,
	won     BIGINT NOT NULL,
	drawn   BIGINT NOT NULL,
	lost    BIGINT NOT NULL,
	run     BIGINT NOT NULL,
	PRIMARY KEY (player, tenant, against, level)
)`
)

// keepRecords is the sixth version of the schema: it begins to keep records, with the
// games that are over and still there.
func keepRecords(dialect goose.Dialect) func(context.Context, *sql.Tx) error {
	records := recordsTable
	if dialect == goose.DialectSQLite3 {
		records += withoutRowid
	}
	statements := []string{
		finishedTable,
		`CREATE INDEX finished_tenant ON finished (tenant COLLATE "binary")`,
		`CREATE INDEX finished_black ON finished (black)`,
		`CREATE INDEX finished_white ON finished (white)`,
		records,
		`CREATE INDEX records_tenant ON records (tenant COLLATE "binary")`,
	}
	return func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return countEarlier(ctx, tx)
	}
}

// countEarlier begins records with the games that are over and still there.
func countEarlier(ctx context.Context, tx *sql.Tx) error {
	if err := countFinished(ctx, tx); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, rebuildRecords)
	return err
}

// countFinished keeps what there is of finished games, in the order of their ends.
func countFinished(ctx context.Context, tx *sql.Tx) error {
	ids, err := gamesOver(ctx, tx)
	if err != nil {
		return err
	}
	find, err := tx.PrepareContext(ctx, findGame)
	if err != nil {
		return err
	}
	defer find.Close()
	insert, err := tx.PrepareContext(ctx, insertFinished)
	if err != nil {
		return err
	}
	defer insert.Close()
	counted := make(ledger)
	for _, id := range ids {
		var place, state string
		var version int64
		if err := find.QueryRowContext(ctx, id).Scan(&place, &version, &state); err != nil {
			return err
		}
		g, err := parseGame(id, place, version, state)
		if err != nil {
			continue // what cannot be read cannot be counted
		}
		f, ok := g.Finished()
		if !ok {
			continue
		}
		f.Tally = counted.count(f)
		if _, err := insert.ExecContext(ctx, finishedRow(f)...); err != nil {
			return err
		}
	}
	return nil
}

// gamesOver gives the ids of the games that are over, in the order of their ends.
func gamesOver(ctx context.Context, tx *sql.Tx) (ids []int64, err error) {
	found, err := tx.QueryContext(ctx, `SELECT id FROM games WHERE stage IN ($1, $2) ORDER BY ended, id`, stageLast, stagePast)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	err = each(found, func(scan scan) error {
		var id int64
		err := scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
