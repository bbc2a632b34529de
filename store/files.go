package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// immutable makes a connection read a file without its journal and without locks.
const immutable = "&immutable=1"

// queryOnly keeps a connection from changing the file: closing it copies no journal into the file.
const queryOnly = "query_only(1)"

// sqliteDSN returns the driver's name for an existing database file, with pragmas for every connection.
func sqliteDSN(path string, pragmas ...string) string {
	mode := "rw"
	if slices.Contains(pragmas, queryOnly) {
		mode = "ro"
	}
	values := url.Values{"mode": {mode}, "_pragma": append([]string{"busy_timeout(5000)"}, pragmas...)}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + values.Encode()
}

const (
	lockSuffix    = ".lock"
	journalSuffix = "-wal"
	beforeSuffix  = ".before-" // followed by the new schema version
)

// wholeHeader is the size of an SQLite file's header, in bytes.
const wholeHeader = 100

// openExisting opens an existing database file with few connections, for a short time. SQLite usually
// creates files next to the file. Where it cannot, openExisting reads the file without its journal,
// and fails with [ErrReadOnly] if the journal holds data.
func openExisting(ctx context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := statFile(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < wholeHeader {
		return nil, errCutOff // SQLite would take it for an empty database and remove the journal
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, pragmas...))
	if err != nil {
		return nil, err
	}
	_, failed := db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema")
	if !unwritable(failed) {
		return db, nil // the caller's first query returns any other error
	}
	if journal, err := os.Stat(path + journalSuffix); err == nil && journal.Size() > 0 {
		return nil, errors.Join(fmt.Errorf("%w, and the journal has to be: copy all of %s* to another disk", ErrReadOnly, path), db.Close())
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return sql.Open("sqlite", sqliteDSN(path, pragmas...)+immutable)
}

// statFile describes a database file. It fails unless path leads to a regular file.
func statFile(path string) (os.FileInfo, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return nil, errors.New("it is a link to a file that is not there")
		}
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a file")
	}
	return info, err
}

// unwritable reports whether SQLite failed to read only because it could not write.
func unwritable(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && (failed.Code()&0xff == sqlite3.SQLITE_CANTOPEN || failed.Code()&0xff == sqlite3.SQLITE_READONLY)
}

// complete reports whether a database file has all its pages without the journal.
func complete(ctx context.Context, path string) bool {
	db, err := sql.Open("sqlite", sqliteDSN(path, queryOnly)+immutable)
	if err != nil {
		return false
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema") // compares the header with the file's size
	return err == nil
}

// verifyFile reads a whole database file with a checking pragma. It fails with [ErrDamaged] if the
// pragma finds damage.
func verifyFile(ctx context.Context, path, pragma string) error {
	db, err := openExisting(ctx, path, queryOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA "+pragma+"(1)").Scan(&found); err != nil {
		return troubleOf(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	var games int
	return troubleOf(db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games").Scan(&games))
}
