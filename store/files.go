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

const (
	immutable = "&immutable=1"  // read the file without its journal and without locks
	queryOnly = "query_only(1)" // never change the file; closing copies no journal into it
)

// sqliteDSN returns the data source name of an existing file, with pragmas for every connection.
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

// headerSize is the size of an SQLite file's header in bytes.
const headerSize = 100

// openExisting opens an existing database file. If SQLite cannot create its other files next to it, the
// file is read without its journal. If the journal holds data, openExisting then fails with [ErrReadOnly].
func openExisting(ctx context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := statFile(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < headerSize {
		return nil, errCutOff // SQLite would take it for an empty database and remove the journal
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, pragmas...))
	if err != nil {
		return nil, err
	}
	_, failed := db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema")
	if !unwritable(failed) {
		return db, nil // any other error will come from the caller's first query
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

// unwritable reports whether SQLite failed to read because it could not write.
func unwritable(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	return ok && (failed.Code()&0xff == sqlite3.SQLITE_CANTOPEN || failed.Code()&0xff == sqlite3.SQLITE_READONLY)
}

// complete reports whether a database file has all its pages, even without its journal.
func complete(ctx context.Context, path string) bool {
	db, err := sql.Open("sqlite", sqliteDSN(path, queryOnly)+immutable)
	if err != nil {
		return false
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema") // compares the header with the file's size
	return err == nil
}

// verifyFile reads a whole database file with the pragma quick_check or integrity_check. It fails with
// [ErrDamaged] if the pragma finds damage.
func verifyFile(ctx context.Context, path, pragma string) error {
	db, err := openExisting(ctx, path, queryOnly)
	if err != nil {
		return err
	}
	defer db.Close()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA "+pragma+"(1)").Scan(&found); err != nil {
		return classify(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	var games int
	return classify(db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games").Scan(&games))
}
