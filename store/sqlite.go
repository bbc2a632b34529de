package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"othellobot/game"
)

const (
	sqliteReaders = 2 // connections that only read

	// smallPages is for new databases and backups: each move writes whole pages.
	smallPages = "page_size(2048)"
)

// ErrInUse reports that another process uses the database.
var ErrInUse = errors.New("another process uses it")

// openSQLite opens or creates a file, readable by its owner only, and locks it until the store is closed.
func openSQLite(ctx context.Context, path string, wanted schema, timing game.Timing, log *slog.Logger) (*Store, error) {
	if _, err := statFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err // before anything is created next to it
	}
	unlock, err := lockFile(path)
	if err != nil {
		return nil, err
	}
	s, err := openLocked(ctx, path, wanted, timing, log)
	if err = classify(err); errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w; restore a backup with bot restore -force FILE, or delete %s%s to continue with the remaining data, or delete %s* to start over", err, path, lockSuffix, path)
	}
	if err != nil {
		return nil, errors.Join(err, unlock())
	}
	closeFiles := s.close
	s.close = func() error { return errors.Join(closeFiles(), unlock()) }
	return s, nil
}

// lockFile creates the folder and takes the lock. The system releases the lock when the process ends or crashes.
func lockFile(path string) (unlock func() error, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(path+lockSuffix, flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = ErrInUse
	}
	return lock.Unlock, err
}

func openLocked(ctx context.Context, path string, wanted schema, timing game.Timing, log *slog.Logger) (*Store, error) {
	g, err := newGuard(path, log)
	if err != nil {
		return nil, err
	}
	if err := prepareSQLite(ctx, g, wanted, log); err != nil {
		return nil, err
	}
	// The steps of a migration do not wait for the disk; the checkpoint after them does.
	write, err := sql.Open("sqlite", sqliteDSN(path, smallPages, "wal_autocheckpoint(2000)", "synchronous(NORMAL)", "secure_delete(ON)")+"&_journal_mode=WAL")
	if err != nil {
		return nil, err
	}
	err = wanted.migrate(ctx, write, log)
	if err == nil {
		_, err = write.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)") // an earlier process may have left a journal, too
	}
	if err == nil {
		err = g.begin()
	}
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return storeSQLite(ctx, path, write, g, timing)
}

// prepareSQLite copies a file that needs a migration. It fails with [ErrSchema] if the file cannot be migrated,
// and with [ErrDamaged] if a part of it is lost. It never changes the file.
func prepareSQLite(ctx context.Context, g *guard, wanted schema, log *slog.Logger) error {
	if g.fresh {
		return nil
	}
	current, needed, mark, err := wanted.confirmed(ctx, g.path, g.witness)
	if err == nil && !hasAllPages(ctx, g.path) { // the journal may hold the rest
		err = verifyFile(ctx, g.path, "quick_check")
	}
	g.witness.mark = mark
	if current == 0 || current == needed || err != nil {
		return err
	}
	return keepCopy(ctx, g.path, needed, log)
}

func visitSQLite(ctx context.Context, path string, timing game.Timing) (*Store, error) {
	write, err := openExisting(ctx, path, "synchronous(FULL)", "secure_delete(ON)")
	if err != nil {
		return nil, err
	}
	if err := sqliteSchema().fits(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return storeSQLite(ctx, path, write, nil, timing)
}

// storeSQLite closes write if it fails. Without a guard, the store caches no rooms.
func storeSQLite(ctx context.Context, path string, write *sql.DB, g *guard, timing game.Timing) (*Store, error) {
	write.SetMaxOpenConns(1)
	writer, err := newGroupWriter(ctx, write, g)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := openReaders(ctx, path)
	if err != nil {
		return nil, errors.Join(err, writer.close(), write.Close())
	}
	scrubs, reader := newScrubber(path, g), &prepared{on: read}
	d := sqliteDatabase(timing, writer, scrubs.scrub, func(ctx context.Context, statements ...statement) (int64, error) {
		n, err := reader.session(ctx, statements...)
		return n, g.wrapError(err)
	})
	s := newStore(d, d, func() error { return errors.Join(writer.close(), scrubs.close(), read.Close(), write.Close()) })
	if s.file, s.guard = path, g; g != nil {
		s.Store = newCache(d, maxRooms)
	}
	return s, nil
}

func sqliteDatabase(timing game.Timing, write *groupWriter, scrub func(context.Context) error, read session) *database {
	return &database{
		timing: timing, read: read, write: write, notStored: ended, scrub: scrub,
		listQuery: `json_each($1)`,
		sizeQuery: `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`,
		clock:     `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
	}
}

// openMemory creates a database in memory. Its only connection also reads.
func openMemory(ctx context.Context, timing game.Timing) (*Store, error) {
	ctx = context.WithoutCancel(ctx) // opening takes only milliseconds
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	var writer *groupWriter
	if err = sqliteSchema().migrate(ctx, db, slog.New(slog.DiscardHandler)); err == nil {
		writer, err = newGroupWriter(ctx, db, nil)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	d := sqliteDatabase(timing, writer, func(context.Context) error { return nil }, func(ctx context.Context, statements ...statement) (n int64, err error) {
		ctx = context.WithoutCancel(ctx) // so that no statement calls its row function after the caller has returned
		err = writer.transact(ctx, true, func(ctx context.Context, s session) (err error) {
			n, err = s(ctx, statements...)
			return err
		})
		return n, err
	})
	return newStore(d, newCache(d, maxRooms), func() error { return errors.Join(writer.close(), db.Close()) }), nil
}

// openReaders opens all reading connections now, because another file may replace this one later.
func openReaders(ctx context.Context, path string) (*sql.DB, error) {
	read, err := openExisting(ctx, path, queryOnly)
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(sqliteReaders)
	read.SetMaxIdleConns(sqliteReaders)
	for range sqliteReaders {
		c, err := read.Conn(ctx)
		if err != nil {
			return nil, errors.Join(err, read.Close())
		}
		defer c.Close() // returns the open connection to the pool
	}
	return read, nil
}
