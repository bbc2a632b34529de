package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
)

// openThere opens a database file that is there.
func openThere(_ context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrDamaged) // SQLite would remove the journal
	}
	return sql.Open("sqlite", sqliteDSN(path, pragmas...))
}
