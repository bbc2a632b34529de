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

// sqliteReaders is how many connections read at the same time.
const sqliteReaders = 2

// smallPages makes new databases of pages that hold a few games each, for a move writes whole
// pages. Others keep the size that they have, until a backup of them is put back.
const smallPages = "page_size(2048)"

// maxJournal has the journal copied into the database when it has 2,000 pages.
const maxJournal = "wal_autocheckpoint(2000)"

// ErrInUse says that another process uses the database.
var ErrInUse = errors.New("another process uses it")

// openSQLite opens a database file, or makes it, readable by its owner only. As
// long as it is open, no other process can open it so.
func openSQLite(ctx context.Context, path string, wanted schema, timing game.Timing, log *slog.Logger) (*Store, error) {
	if _, err := statFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err // before anything is made beside it
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	lock := flock.New(path+lockSuffix, flock.SetPermissions(0o600)) // released by the system when the process ends, however it does
	locked, err := lock.TryLock()
	if err != nil {
		return nil, err
	}
	if !locked {
		return nil, ErrInUse
	}
	s, err := openLocked(ctx, path, wanted, timing, log)
	if errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w; put a backup in its place by bot restore -force FILE, delete %s%s to go on with what is left, or all of %s* to begin anew", err, path, lockSuffix, path)
	}
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	closeFiles := s.close
	s.close = func() error { return errors.Join(closeFiles(), lock.Unlock()) }
	return s, nil
}

func openLocked(ctx context.Context, path string, wanted schema, timing game.Timing, log *slog.Logger) (*Store, error) {
	g, err := newGuard(path, log)
	if err != nil {
		return nil, err
	}
	s, err := openGuarded(ctx, path, g, wanted, timing, log)
	if err != nil {
		return nil, troubleOf(err)
	}
	return s, nil
}

func openGuarded(ctx context.Context, path string, g *guard, wanted schema, timing game.Timing, log *slog.Logger) (*Store, error) {
	if err := prepareSQLite(ctx, path, g, wanted, log); err != nil {
		return nil, err
	}
	// Steps of a migration need not wait for the disk, for the checkpoint behind them does.
	write, err := sql.Open("sqlite", sqliteDSN(path, smallPages, maxJournal, "synchronous(NORMAL)", "secure_delete(ON)")+"&_journal_mode=WAL")
	if err != nil {
		return nil, err
	}
	if err := wanted.migrate(ctx, write, log); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	write.SetMaxOpenConns(1)                  // a migration outside of transactions takes a second one
	if err := checkpoint(write); err != nil { // the last process may not have come to it
		return nil, errors.Join(err, write.Close())
	}
	if err := g.begin(); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	d, disconnect, err := connectSQLite(ctx, path, write, g, timing)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	installs := &keptInstalls{byName: make(map[string][]byte)}
	s := storeOf(d, newCache(d, maxRooms, func() { installs.forget() }), databaseInstalls{d, installs})
	s.damaged = g.damaged
	s.verify = func(ctx context.Context) error {
		if err := d.check(ctx); errors.Is(err, ErrDamaged) {
			return err // and nobody opens the wrong file
		}
		return g.judge(verifyFile(ctx, path, "quick_check"))
	}
	s.close = func() error {
		err := disconnect()
		if g.damaged() == nil {
			err = errors.Join(err, checkpoint(write))
		}
		return errors.Join(err, write.Close())
	}
	return s, nil
}

// prepareSQLite copies a database file that has to be migrated. It fails with [ErrSchema] if it
// cannot be, with [ErrDamaged] if something of it is lost, and has changed nothing then.
func prepareSQLite(ctx context.Context, path string, g *guard, wanted schema, log *slog.Logger) error {
	db, err := sql.Open("sqlite", sqliteDSN(path, queryOnly))
	if err != nil {
		return err
	}
	stands, needed, err := wanted.versions(ctx, db)
	if err == nil && stands > 0 {
		g.witness.mark, err = g.witness.confirm(ctx, db)
	}
	if err == nil && g.short {
		err = verifyFile(ctx, path, "quick_check")
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	if stands == 0 || stands == needed {
		return nil
	}
	return copyBefore(ctx, path, needed, log)
}

// connectSQLite makes a database of a file and a connection that writes to it. The other
// connections end with disconnect.
func connectSQLite(ctx context.Context, path string, write *sql.DB, g *guard, timing game.Timing) (d *database, disconnect func() error, err error) {
	writer, err := newGroupWriter(ctx, write, g)
	if err != nil {
		return nil, nil, err
	}
	read, err := openThere(ctx, path, queryOnly)
	if err != nil {
		return nil, nil, errors.Join(err, writer.close())
	}
	read.SetMaxOpenConns(sqliteReaders)
	read.SetMaxIdleConns(sqliteReaders)
	if err := connectAll(ctx, read, sqliteReaders); err != nil {
		return nil, nil, errors.Join(err, read.Close(), writer.close())
	}
	reader, scrubs := &prepared{db: read, guard: g}, newScrubber(path, g)
	d = &database{
		timing: timing, changing: func(string) func() { return func() {} }, read: reader, write: writer, surely: ended, scrub: scrubs.scrub,
		sizeQuery: `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`,
		clock:     `CAST(unixepoch('subsec') * 1000 AS INTEGER)`,
	}
	return d, func() error { return errors.Join(writer.close(), scrubs.close(), reader.close(), read.Close()) }, nil
}

// connectAll opens all connections, while the file is known to be the right one.
func connectAll(ctx context.Context, db *sql.DB, n int) error {
	for range n {
		c, err := db.Conn(ctx)
		if err != nil {
			return err
		}
		defer c.Close() // which keeps it
	}
	return nil
}

// checkpoint brings everything into the one file.
func checkpoint(db *sql.DB) error {
	_, err := db.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}
