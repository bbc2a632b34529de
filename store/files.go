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

// create makes an empty file for its owner, where there is none.
func create(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", path)
	}
	if err != nil {
		return err
	}
	return file.Close()
}

const (
	lockSuffix    = ".lock"
	journalSuffix = "-wal"
	beforeSuffix  = ".before-" // and the version of the schema that came then
)

// openThere opens a database file that is there, by few connections and for a short while.
// Where nothing can be written, SQLite cannot read a file in the usual way, for it has to
// make others beside it: so nothing is read that is in a journal only.
func openThere(ctx context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := statFile(path)
	if err != nil {
		return nil, err
	}
	switch size := info.Size(); {
	case size == 0:
		return nil, fmt.Errorf("%w: it is empty", ErrDamaged) // SQLite would remove the journal
	case size < wholeHeader:
		return nil, errCutOff // SQLite takes it for an empty database
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
	return sql.Open("sqlite", sqliteDSN(path, pragmas...)+"&immutable=1")
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
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder, not a file")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	default:
		return info, nil
	}
}

// unwritable reports whether SQLite has failed because it could not write where it only
// had to read.
func unwritable(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && (failed.Code()&0xff == sqlite3.SQLITE_CANTOPEN || failed.Code()&0xff == sqlite3.SQLITE_READONLY)
}

// verifyFile reads the whole of a database file, by a pragma that tells what is wrong, and
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
