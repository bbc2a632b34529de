package store

import (
	"cmp"
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

// Schema tells which version the schema of the database of a URL has, and which one the
// program needs. It changes nothing, and fails with [fs.ErrNotExist] if there is no such
// file, or no schema on the server.
func Schema(ctx context.Context, databaseURL string) (stands, needed int64, err error) {
	if path, ok := sqlitePath(databaseURL); ok {
		db, err := openThere(ctx, path, "query_only(1)")
		if err != nil {
			return 0, 0, err
		}
		defer db.Close()
		return schemaOf(ctx, goose.DialectSQLite3, db)
	}
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return 0, 0, errPostgresURL
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	if err := db.PingContext(ctx); err != nil {
		return 0, 0, withoutLogin(err)
	}
	var none bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass('goose_db_version') IS NULL`).Scan(&none); err != nil || none {
		return 0, 0, cmp.Or(err, fs.ErrNotExist)
	}
	return schemaOf(ctx, goose.DialectPostgres, db)
}
