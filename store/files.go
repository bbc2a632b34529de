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

// immutable has a connection read a file without its journal, and take no locks.
const immutable = "&immutable=1"

// queryOnly has a connection leave the file as it is: its end copies no journal into it.
const queryOnly = "query_only(1)"

// sqliteDSN names a database file that is there to the driver, with pragmas for every
// connection.
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
	beforeSuffix  = ".before-" // and the version of the schema that came then
)

// wholeHeader is the size of an SQLite file's header.
const wholeHeader = 100

// openThere opens a database file that is there, by few connections and for a short while.
// Where nothing can be written, SQLite cannot read a file in the usual way, for it has to
// make others beside it: so nothing is read that is in a journal only.
func openThere(ctx context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := statFile(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < wholeHeader {
		return nil, errCutOff // SQLite would take it for an empty database, and remove the journal
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, pragmas...))
	if err != nil {
		return nil, err
	}
	_, failed := db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema")
	if !unwritable(failed) {
		return db, nil // if it fails otherwise, what is asked of it fails
	}
	if journal, err := os.Stat(path + journalSuffix); err == nil && journal.Size() > 0 {
		return nil, errors.Join(fmt.Errorf("%w, and the journal has to be: copy all of %s* to another disk", ErrReadOnly, path), db.Close())
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return sql.Open("sqlite", sqliteDSN(path, pragmas...)+immutable)
}

// statFile describes a database file, and fails if it is a folder, a device or anything else but a
// file.
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

// unwritable reports whether SQLite has failed because it could not write where it only
// had to read.
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
	_, err = db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema") // which compares its header with its size
	return err == nil
}

// verifyFile reads the whole of a database file, by a pragma that says what is wrong, and
// fails with [ErrDamaged] if something is.
func verifyFile(ctx context.Context, path, pragma string) error {
	db, err := openThere(ctx, path, queryOnly)
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
