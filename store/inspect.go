package store

import (
	"cmp"
	"context"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Schema returns the version of the schema in the database of a URL, 0 if it has no schema, and
// the version that the program needs. It changes nothing. It fails with [os.ErrNotExist] if the
// file does not exist or never held anything.
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
