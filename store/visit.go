package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"othellobot/game"
)

// Visit opens a database that is there, for somebody who changes little and leaves soon,
// also while a bot uses it. It changes no schema, and fails with [ErrSchema] if that is not
// the program's own. A bot that uses the same SQLite file hears of changes within five
// seconds; what it decides before is decided on what stands in the file.
func Visit(ctx context.Context, url string, timing game.Timing) (*Store, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if url == memoryURL {
		return nil, errInMemory
	}
	if path, ok := sqlitePath(url); ok {
		s, err := visitSQLite(ctx, path, timing)
		if err != nil {
			return nil, fmt.Errorf("opening the database %s: %w", path, err)
		}
		return s, nil
	}
	s, err := openPostgres(ctx, url, timing, func(ctx context.Context, config pgx.ConnConfig) error {
		db := stdlib.OpenDB(config)
		defer db.Close()
		return postgresSchema().fits(ctx, db)
	})
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL database: %w", withoutLogin(err))
	}
	return s, nil
}

func visitSQLite(ctx context.Context, path string, timing game.Timing) (*Store, error) {
	write, err := openThere(ctx, path, "synchronous(FULL)", "secure_delete(ON)")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := sqliteSchema().fits(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	d, disconnect, err := connectSQLite(ctx, path, write, nil, timing)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	s := storeOf(d, d, databaseInstalls{d})
	s.verify = func(ctx context.Context) error { return verifyFile(ctx, path, "quick_check") }
	s.close = func() error { return errors.Join(disconnect(), write.Close()) }
	return s, nil
}

// Running implements [Operators].
func (d *database) Running(ctx context.Context, found func(game.Game, error) error) error {
	const query = `SELECT id, place, version, state FROM games WHERE stage = 1 ORDER BY place`
	return d.read.query(ctx, query, nil, func(scan scan) error {
		var id, version int64
		var place, state string
		if err := scan(&id, &place, &version, &state); err != nil {
			return err
		}
		return found(parseGame(id, place, version, state))
	})
}

// Size implements [Operators].
func (d *database) Size(ctx context.Context) (n int64, err error) {
	err = d.read.query(ctx, d.sizeQuery, nil, func(scan scan) error { return scan(&n) })
	return n, err
}

// Behind implements [Operators].
func (d *database) Behind(ctx context.Context, now time.Time) (n int, err error) {
	const query = `SELECT COUNT(*) FROM slots WHERE redraw > 0 AND redraw <= $1 AND state IN (1, 2) AND not_before <= $1`
	err = d.read.query(ctx, query, []any{now.UnixMilli()}, func(scan scan) error { return scan(&n) })
	return n, err
}
