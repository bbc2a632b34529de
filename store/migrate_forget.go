package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// prepareToForget is the fifth version of the schema. In SQLite's file it leaves
// nothing behind of what was deleted when deleting did not overwrite. PostgreSQL gets
// indexes of places by their bytes, for the order that its databases have by default
// does not keep a prefix together; they are built while others write.
func prepareToForget(dialect goose.Dialect) func(context.Context, *sql.DB) error {
	statements := []string{`VACUUM`}
	if dialect != goose.DialectSQLite3 {
		statements = []string{
			`DROP INDEX IF EXISTS games_by_bytes`, // one may be left from an attempt that failed
			`DROP INDEX IF EXISTS places_by_bytes`,
			`DROP COLLATION IF EXISTS "binary"`,
			`CREATE COLLATION "binary" (LOCALE = 'C')`,
			`CREATE INDEX CONCURRENTLY games_by_bytes ON games (place COLLATE "binary")`,
			`CREATE INDEX CONCURRENTLY places_by_bytes ON places (place COLLATE "binary")`,
		}
	}
	return func(ctx context.Context, db *sql.DB) error {
		for _, statement := range statements {
			if _, err := db.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
}
