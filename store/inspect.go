package store

import (
	"cmp"
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Schema returns which version the schema of the database of a URL has, 0 for none, and which
// one the program needs. It changes nothing, and fails with [os.ErrNotExist] if there is no such
// file, or one in which there was never anything.
func Schema(ctx context.Context, databaseURL string) (stands, needed int64, err error) {
	if path, ok := sqlitePath(databaseURL); ok {
		if fresh, err := untouched(path); fresh || err != nil {
			return 0, 0, cmp.Or(err, fs.ErrNotExist)
		}
		seen, err := readWitness(path) // before the database, which may grow
		if err != nil {
			return 0, 0, err
		}
		db, err := openThere(ctx, path, queryOnly)
		if err != nil {
			return 0, 0, err
		}
		defer db.Close()
		if stands, needed, err = sqliteSchema().versions(ctx, db); err != nil || stands == 0 {
			return stands, needed, err
		}
		_, err = seen.confirm(ctx, db)
		return stands, needed, err
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
	return postgresSchema().versions(ctx, db)
}
