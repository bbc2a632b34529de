package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"othellobot/game"
)

// Open opens the store of a URL (memory:, sqlite:PATH or postgres://…) and brings its schema up to
// date. Errors never contain the URL, which may hold a password.
func Open(ctx context.Context, url string, timing game.Timing, log *slog.Logger) (*Store, error) {
	if url == memoryURL {
		return openMemory(ctx, timing)
	}
	sqlite := func(path string) (*Store, error) { return openSQLite(ctx, path, sqliteSchema(), timing, log) }
	return openDatabase(ctx, url, timing, sqlite, func(ctx context.Context, db *sql.DB) error {
		return retry(ctx, temporary, func() error { return postgresSchema().migrate(ctx, db, log) })
	})
}

// OpenForOperator opens an existing database for an operator's short task, even while a bot uses it. It
// fails with [ErrSchema] unless the schema is the one that the program needs. A bot that has the SQLite
// file open may read its cached rooms for up to 15 more seconds, but checks its changes against the file.
func OpenForOperator(ctx context.Context, url string, timing game.Timing) (*Store, error) {
	if url == memoryURL {
		return nil, errInMemory
	}
	sqlite := func(path string) (*Store, error) { return visitSQLite(ctx, path, timing) }
	return openDatabase(ctx, url, timing, sqlite, postgresSchema().fits)
}

// openDatabase opens a file by calling sqlite, or a server after prepare has succeeded there.
func openDatabase(
	ctx context.Context, url string, timing game.Timing,
	sqlite func(path string) (*Store, error), prepare func(context.Context, *sql.DB) error,
) (*Store, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if path, ok := sqlitePath(url); ok {
		s, err := sqlite(path)
		if err != nil {
			return nil, fmt.Errorf("opening the database %s: %w", path, err)
		}
		return s, nil
	}
	s, err := openPostgres(ctx, url, timing, prepare)
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL database: %w", withoutLogin(err))
	}
	return s, nil
}

// Schema returns the schema version of the database of a URL, 0 if it has no schema, and the version that
// the program needs. It fails with [fs.ErrNotExist] if the file does not exist or never held anything.
func Schema(ctx context.Context, url string) (current, needed int, err error) {
	if path, ok := sqlitePath(url); ok {
		seen, fresh, err := untouched(path)
		if fresh || err != nil {
			return 0, 0, cmp.Or(err, fs.ErrNotExist)
		}
		current, needed, _, err := sqliteSchema().confirmed(ctx, path, seen)
		return current, needed, err
	}
	err = onServer(ctx, url, func(db *sql.DB) (err error) {
		current, needed, err = postgresSchema().versions(ctx, db)
		return err
	})
	return current, needed, err
}

// onServer calls do with the PostgreSQL database of a URL.
func onServer(ctx context.Context, url string, do func(*sql.DB) error) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return errPostgresURL
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	return withoutLogin(do(db))
}
