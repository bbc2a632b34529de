package store

import (
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

var (
	// ErrDamaged says that a database file does not hold what was written to it.
	ErrDamaged = errors.New("the database is damaged")
	// ErrFull says that a change was not stored for want of space.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly says that a change was not stored because nothing can be written there.
	ErrReadOnly = errors.New("the disk can only be read")
)

// troubleOf is an error of SQLite with what it means: [ErrDamaged], [ErrFull] or
// [ErrReadOnly], if it means one of these.
func troubleOf(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	code := failed.Code() & 0xff // without what tells more
	switch {
	case errors.Is(err, ErrDamaged):
		return err
	case isDamage(failed):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case code == sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case code == sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	default:
		return err
	}
}

// isDamage reports whether what was read is not what was written
// (https://www.sqlite.org/rescode.html). A failure to write may pass.
func isDamage(failed *sqlite.Error) bool {
	switch failed.Code() {
	case sqlite3.SQLITE_READONLY_DBMOVED,
		sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS:
		return true
	case sqlite3.SQLITE_ERROR:
		return strings.Contains(failed.Error(), "no such table") // it has no code of its own
	}
	code := failed.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}
