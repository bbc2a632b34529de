package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"
)

// Backup copies the SQLite database of a URL into a new file, also while a
// process uses it, and verifies the copy.
func Backup(ctx context.Context, databaseURL, file string) error {
	path, ok := sqlitePath(databaseURL)
	if !ok {
		return errors.New("only SQLite databases are backed up so; PostgreSQL has pg_dump")
	}
	if _, err := os.Stat(path); err != nil {
		return err
	}
	return backup(ctx, path, file)
}

// backup copies a database file into a new one, and verifies the copy.
func backup(ctx context.Context, path, file string) (err error) {
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
	if err := verifyFile(ctx, file, "integrity_check"); err != nil {
		return fmt.Errorf("the copy is not good: %w", err)
	}
	return nil
}

func copyInto(ctx context.Context, path, file string) error {
	db, err := openThere(ctx, path, smallPages)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", file)
	return troubleOf(errors.Join(err, db.Close()))
}

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

// keptCopies is the number of copies from before migrations that stay next to an SQLite file.
const keptCopies = 2

// copyBefore writes a verified copy of an SQLite file beside it, before the schema gets a
// version, and deletes all but the newest of such copies.
func copyBefore(ctx context.Context, path string, version int64, log *slog.Logger) error {
	file := fmt.Sprint(path, beforeSuffix, version)
	unfinished := file + ".unfinished"
	if err := os.Remove(unfinished); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := backup(ctx, path, unfinished); err != nil {
		return fmt.Errorf("keeping a copy from before schema version %d: %w", version, err)
	}
	if err := errors.Join(os.Rename(unfinished, file), syncFolder(filepath.Dir(path))); err != nil {
		return err
	}
	log.Info("a copy from before the upgrade is kept", "file", file, "version", version)
	return dropCopies(path, log)
}

// dropCopies deletes the oldest copies from before migrations.
func dropCopies(path string, log *slog.Logger) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	var copies []fs.FileInfo
	for _, e := range entries {
		if !isCopyBefore(filepath.Base(path), e.Name()) {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		copies = append(copies, info)
	}
	slices.SortStableFunc(copies, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, old := range copies[min(keptCopies, len(copies)):] {
		if err := os.Remove(filepath.Join(filepath.Dir(path), old.Name())); err != nil {
			return err
		}
		log.Info("an older copy from before an upgrade is deleted", "file", old.Name())
	}
	return nil
}

// isCopyBefore reports whether a file is a copy of a database from before a migration.
func isCopyBefore(database, file string) bool {
	var version int64
	_, err := fmt.Sscanf(file, database+beforeSuffix+"%d", &version)
	return err == nil && file == fmt.Sprint(database, beforeSuffix, version)
}
