package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

const (
	immutable = "&immutable=1"  // read the file without its journal and without locks
	queryOnly = "query_only(1)" // never change the file; closing copies no journal into it
)

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

// openExisting opens an existing database file. If SQLite cannot create files next to it, openExisting
// ignores the journal, or fails with [ErrReadOnly] if the journal holds data.
func openExisting(ctx context.Context, path string, pragmas ...string) (*sql.DB, error) {
	info, err := statFile(path)
	if err != nil {
		return nil, err
	}
	if info.Size() < 100 {
		return nil, fmt.Errorf("%w: it is cut off", ErrDamaged) // without a header, SQLite would remove the journal
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

// openUnchanged opens an existing database file for reading. Without a journal next to the file it opens
// the file as immutable, so that SQLite creates none.
func openUnchanged(ctx context.Context, path string) (*sql.DB, error) {
	file, err := statFile(path)
	_, noIndex := os.Stat(path + "-shm")
	journal, noJournal := os.Stat(path + journalSuffix)
	if err != nil || file.Size() < 100 || noIndex == nil || noJournal == nil && journal.Size() > 0 {
		return openExisting(ctx, path, queryOnly)
	}
	return sql.Open("sqlite", sqliteDSN(path, queryOnly)+immutable)
}

// statFile fails unless path leads to a regular file.
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

func unwritable(err error) bool {
	failed, ok := errors.AsType[*sqlite.Error](err)
	return ok && (failed.Code()&0xff == sqlite3.SQLITE_CANTOPEN || failed.Code()&0xff == sqlite3.SQLITE_READONLY)
}

// hasAllPages reports whether a database file has all its pages without its journal.
func hasAllPages(ctx context.Context, path string) bool {
	db, err := sql.Open("sqlite", sqliteDSN(path, queryOnly)+immutable)
	if err != nil {
		return false
	}
	defer db.Close()
	_, err = db.ExecContext(ctx, "SELECT 1 FROM sqlite_schema") // compares the header with the file's size
	return err == nil
}

// verifyFile reads a whole file with quick_check or integrity_check. It fails with [ErrDamaged] if the pragma
// finds damage.
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

// Backup copies the SQLite database of a URL to a new file, readable by its owner only, and verifies the
// copy. Other processes may use the database meanwhile.
func Backup(ctx context.Context, databaseURL, file string) (err error) {
	path, ok := sqlitePath(databaseURL)
	if !ok {
		return errors.New("only SQLite databases are backed up so; PostgreSQL has pg_dump")
	}
	empty, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", file)
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file))
		}
	}()
	db, err := openExisting(ctx, path, smallPages)
	if err := errors.Join(err, empty.Close()); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", file)
	if err := classify(errors.Join(err, db.Close())); err != nil {
		return fmt.Errorf("copying: %w", err)
	}
	if err := verifyFile(ctx, file, "integrity_check"); err != nil {
		return fmt.Errorf("the copy is not good: %w", err)
	}
	return nil
}

// Restore replaces the SQLite database of a URL with a copy made by [Backup], readable by its owner only. It
// first reads the whole copy, and fails with [ErrDamaged] or [ErrSchema] if a bot could not use it. It fails
// with [ErrInUse] while a bot uses the database, and with [fs.ErrExist] if it exists and replace is false.
func Restore(ctx context.Context, databaseURL string, from io.Reader, replace bool) (err error) {
	path, ok := sqlitePath(databaseURL)
	if !ok {
		return errors.New("only SQLite databases are restored so; PostgreSQL has pg_restore")
	}
	unlock, err := lockFile(path)
	if errors.Is(err, ErrInUse) {
		err = fmt.Errorf("%s: %w; stop it first", path, err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if _, err := os.Stat(path); err == nil && !replace {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	copied, err := spool(filepath.Dir(path), from)
	if err != nil {
		return err
	}
	defer os.Remove(copied) // fails after the rename, because the file then has another name
	current, _, _, err := sqliteSchema().confirmed(ctx, copied, witness{})
	if err == nil && current == 0 {
		err = fmt.Errorf("%w: there is none", ErrSchema)
	}
	if err := errors.Join(cmp.Or(verifyFile(ctx, copied, "integrity_check"), err), removeJournal(copied)); err != nil {
		return err
	}
	if err := removeJournal(path); err != nil { // the new database would use the old journal
		return err
	}
	if err := os.Rename(copied, path); err != nil {
		return err
	}
	if err := (witness{}).write(path, true); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func removeJournal(path string) error {
	for _, suffix := range []string{journalSuffix, "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func spool(folder string, from io.Reader) (name string, err error) {
	file, err := os.CreateTemp(folder, "restored-*.db")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, from)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// syncFolder writes a folder's entries to the disk, if the system supports that.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = folder.Sync()
	return folder.Close()
}

// keepCopy keeps a verified copy of an SQLite file next to it. Of earlier copies, it keeps only the latest.
func keepCopy(ctx context.Context, path string, version int, log *slog.Logger) error {
	file := fmt.Sprint(path, beforeSuffix, version)
	unfinished := file + ".unfinished"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := Backup(ctx, sqliteURL+path, unfinished); err != nil {
		return fmt.Errorf("keeping a copy from before schema version %d: %w", version, err)
	}
	if err := errors.Join(os.Rename(unfinished, file), syncFolder(filepath.Dir(path))); err != nil {
		return err
	}
	log.Info("a copy from before the upgrade is kept", "file", file, "version", version)
	for old, kept := version-1, 1; old >= 0; old-- {
		file := fmt.Sprint(path, beforeSuffix, old)
		if _, err := os.Stat(file); err != nil {
			continue
		}
		if kept++; kept > 2 {
			if err := os.Remove(file); err != nil {
				return err
			}
			log.Info("an older copy from before an upgrade is deleted", "file", file)
		}
	}
	return nil
}
