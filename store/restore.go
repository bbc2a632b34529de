package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Restore puts a copy, as [Backup] makes it, in the place of the SQLite database of a URL,
// readable by its owner only. Before it replaces anything it reads the whole copy, and fails
// with [ErrDamaged] or [ErrSchema] if a bot could not go on with it. It fails with
// [ErrInUse] while a bot uses the database, and with [fs.ErrExist] if there is one and it
// is not to be replaced.
func Restore(ctx context.Context, databaseURL string, from io.Reader, replace bool) (err error) {
	path, ok := sqlitePath(databaseURL)
	if !ok {
		return errors.New("only SQLite databases are restored so; PostgreSQL has pg_restore")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	lock := flock.New(path+lockSuffix, flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err != nil {
		return err
	}
	if !locked {
		return fmt.Errorf("%s: %w; stop it first", path, ErrInUse)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	if _, err := os.Stat(path); err == nil && !replace {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return restore(ctx, path, from)
}

// restore is Restore for whoever has the lock.
func restore(ctx context.Context, path string, from io.Reader) (err error) {
	copied, err := spool(filepath.Dir(path), from)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(copied), removeJournal(copied))
		}
	}()
	if err := verifyFile(ctx, copied, "integrity_check"); err != nil {
		return err
	}
	if err := restorable(ctx, copied); err != nil {
		return err
	}
	// The new database would take the journal of the old one for its own.
	if err := errors.Join(removeJournal(path), removeJournal(copied)); err != nil {
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

// removeJournal removes the journal of a database file, if it has one.
func removeJournal(path string) error {
	for _, suffix := range []string{journalSuffix, "-shm"} {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// spool writes all that is read into a new file of a folder, for its owner only.
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

// restorable fails with [ErrSchema] unless a bot can go on with the schema of a file.
func restorable(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", sqliteDSN(path, queryOnly))
	if err != nil {
		return err
	}
	defer db.Close()
	stands, _, err := sqliteSchema().versions(ctx, db)
	if err == nil && stands == 0 {
		err = fmt.Errorf("%w: there is none", ErrSchema)
	}
	return err
}

// syncFolder makes sure that a folder has the names that it shows, where the system can.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = folder.Sync() // not every system has it for folders
	return folder.Close()
}
