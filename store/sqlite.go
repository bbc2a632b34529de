package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"othellobot/game"
)

// sqliteReaders is how many connections read at the same time.
const sqliteReaders = 2

// ErrInUse says that another process uses the database.
var ErrInUse = errors.New("another process uses it")

// openSQLite opens a database file, or makes it, readable by its owner only. As
// long as it is open, no other process can open it so.
func openSQLite(ctx context.Context, path string, timing game.Timing, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600)) // released by the system when the process ends, however it does
	locked, err := lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, ErrInUse
	}
	s, err := openLocked(ctx, path, timing, log)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	closeFiles := s.close
	s.close = func() error { return errors.Join(closeFiles(), lock.Unlock()) }
	return s, nil
}

func openLocked(ctx context.Context, path string, timing game.Timing, log *slog.Logger) (*Store, error) {
	if err := private(path); err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite", sqliteDSN(path, "journal_mode(WAL)", "synchronous(FULL)", "secure_delete(ON)"))
	if err != nil {
		return nil, err
	}
	if err := migrate(ctx, goose.DialectSQLite3, write, log); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	write.SetMaxOpenConns(1)                  // a migration outside of transactions takes a second one
	if err := checkpoint(write); err != nil { // the last process may not have come to it
		return nil, errors.Join(err, write.Close())
	}
	d, disconnect, err := connectSQLite(ctx, path, write, timing)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	rooms, installs := newCache(d, maxRooms), keepInstalls(databaseInstalls{d})
	rooms.visited = installs.forgetAll
	s := storeOf(d, rooms, installs)
	s.verify = func(ctx context.Context) error { return verify(ctx, path, "quick_check") }
	s.close = func() error { return errors.Join(disconnect(), checkpoint(write), write.Close()) }
	return s, nil
}

// connectSQLite makes a database of a file and a connection that writes to it. The other
// connections end with disconnect.
func connectSQLite(ctx context.Context, path string, write *sql.DB, timing game.Timing) (d *database, disconnect func() error, err error) {
	writer, err := newGroupWriter(ctx, write)
	if err != nil {
		return nil, nil, err
	}
	read, err := sql.Open("sqlite", sqliteDSN(path, "query_only(1)"))
	if err != nil {
		return nil, nil, errors.Join(err, writer.close())
	}
	read.SetMaxOpenConns(sqliteReaders)
	read.SetMaxIdleConns(sqliteReaders)
	reader, scrubs := &prepared{db: read}, newScrubber(path)
	d = &database{
		timing: timing, read: reader, write: writer, conflicts: sqliteConflicts, surely: ended, scrub: scrubs.scrub,
		sizeQuery: `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`,
		clock:     `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
	}
	return d, func() error { return errors.Join(writer.close(), scrubs.close(), reader.close(), read.Close()) }, nil
}

// sqliteDSN names a database file to the driver, with pragmas for every
// connection.
func sqliteDSN(path string, pragmas ...string) string {
	values := url.Values{"_pragma": append([]string{"busy_timeout(5000)"}, pragmas...)}
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + values.Encode()
}

// private makes a file that only its owner can read, or makes it so. SQLite gives
// the files beside it the same mode.
func private(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(file.Chmod(0o600), file.Close())
}

// checkpoint brings everything into the one file.
func checkpoint(db *sql.DB) error {
	_, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

func sqliteConflicts(err error) bool {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return false
	}
	return failed.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || failed.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY
}

// Backup copies the SQLite database of a URL into a new file, also while a
// process uses it, and verifies the copy.
func Backup(ctx context.Context, databaseURL, file string) (err error) {
	path, ok := sqlitePath(databaseURL)
	if !ok {
		return errors.New("only SQLite databases are backed up so; PostgreSQL has pg_dump")
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	if err := create(file); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file))
		}
	}()
	if err := copyInto(ctx, path, file); err != nil {
		return fmt.Errorf("copying: %w", err)
	}
	if err := verify(ctx, file, "integrity_check"); err != nil {
		return fmt.Errorf("the copy is not good: %w", err)
	}
	return nil
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

func copyInto(ctx context.Context, path, file string) error {
	db, err := sql.Open("sqlite", sqliteDSN(path))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", file)
	return errors.Join(err, db.Close())
}

// verify reads the whole of a database file, by a pragma that tells what is wrong, and
// fails with [ErrDamaged] if something is.
func verify(ctx context.Context, path, pragma string) error {
	db, err := sql.Open("sqlite", sqliteDSN(path, "query_only(1)"))
	if err != nil {
		return err
	}
	defer db.Close()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA "+pragma+"(1)").Scan(&found); err != nil {
		return damageOf(err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	var games int
	return damageOf(db.QueryRowContext(ctx, "SELECT COUNT(*) FROM games").Scan(&games))
}

// damageOf is an error that says so if it is for damage that reading has failed.
func damageOf(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	switch failed.Code() & 0xff { // without what tells more, https://www.sqlite.org/rescode.html
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	default:
		return err
	}
}
