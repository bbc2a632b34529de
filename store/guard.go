package store

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// guard notices when the files that an SQLite store was opened on are not these any more. What it
// has found damaged stays so until the process ends: other programs may have changed the file
// meanwhile. It may be used concurrently. A nil one finds nothing.
type guard struct {
	log   *slog.Logger
	path  string
	found atomic.Pointer[error]
	files map[string]os.FileInfo // that are to stay where they are, by their suffix
	fresh bool                   // there was no database

	writing sync.Mutex
	witness witness // as it is written
}

// moved says of the files that each is another one, or none.
var moved = map[string]string{
	"": "another file is in its place, or none", journalSuffix: "its journal was removed, or replaced",
	lockSuffix: "its lock was removed, so that others may open it",
}

var (
	errGone   = fmt.Errorf("%w: there is nothing in it, and there was", ErrDamaged)
	errCutOff = fmt.Errorf("%w: it is cut off", ErrDamaged)
)

// newGuard makes the file of a database where there is none, and has only its owner read it. It
// fails with [ErrDamaged] if there was a database and the file is empty. SQLite has not opened it
// yet: to close a file drops the locks that SQLite has on it
// (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks).
func newGuard(path string, log *slog.Logger) (*guard, error) {
	seen, fresh, err := untouched(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &guard{log: log, path: path, fresh: fresh, witness: seen}, errors.Join(file.Chmod(0o600), file.Close())
}

// untouched reports whether there is no database at a path, and what its lock has witnessed. It fails
// with [ErrDamaged] if there was one and the file is empty or gone.
func untouched(path string) (seen witness, fresh bool, err error) {
	info, err := statFile(path)
	switch {
	case err == nil && info.Size() > 0:
		seen, err = readWitness(path)
		return seen, false, err
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return witness{}, false, err
	}
	for _, suffix := range []string{lockSuffix, journalSuffix} {
		if left, err := os.Stat(path + suffix); err == nil && left.Size() > 0 {
			return witness{}, false, errGone
		}
	}
	return witness{}, true, nil
}

// begin notes what the files are, once SQLite has opened them, and for the next process that there is
// a database.
func (g *guard) begin() error {
	g.files = make(map[string]os.FileInfo)
	for suffix := range moved {
		info, err := os.Stat(g.path + suffix)
		if err != nil {
			return err
		}
		g.files[suffix] = info
	}
	return g.note(false, func(*witness) {})
}

// note changes the notes for the next process.
func (g *guard) note(sync bool, change func(*witness)) error {
	g.writing.Lock()
	defer g.writing.Unlock()
	change(&g.witness)
	return g.witness.write(g.path, sync)
}

// lookEvery is how long the writer relies on what it has seen of its files.
const lookEvery = time.Second

// look fails with [ErrDamaged], from then on, if the files are not those any more that the store
// was opened on, as far as was seen a short while ago.
func (w *groupWriter) look() error {
	if w.guard == nil {
		return nil
	}
	if err := w.guard.damaged(); err != nil || time.Since(w.looked) < lookEvery {
		return err
	}
	for suffix, opened := range w.guard.files {
		info, err := os.Stat(w.guard.path + suffix)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, opened) {
			err = fmt.Errorf("%w: %s", ErrDamaged, moved[suffix])
		}
		if err != nil {
			return w.guard.find(err, true)
		}
	}
	w.looked, w.marks = time.Now(), true
	return nil
}

// damaged fails if damage was found.
func (g *guard) damaged() error {
	if g == nil {
		return nil
	}
	if found := g.found.Load(); found != nil {
		return *found
	}
	return nil
}

// judge returns an error of SQLite with what it means, and notes damage.
func (g *guard) judge(err error) error {
	var failed *sqlite.Error
	passes := errors.As(err, &failed) && (failed.Code() == sqlite3.SQLITE_IOERR_READ || failed.Code() == sqlite3.SQLITE_READONLY_DBMOVED)
	return g.find(troubleOf(err), passes)
}

// find notes damage, also for the next process unless it passes: a file may come back to its place,
// and a disk may be readable again.
func (g *guard) find(err error, passes bool) error {
	if g == nil || !errors.Is(err, ErrDamaged) || !g.found.CompareAndSwap(nil, &err) {
		return err
	}
	g.log.Error("the database is damaged: nothing is stored until the bot is restarted on a whole one", "error", err)
	if passes {
		return err
	}
	if failed := g.note(true, func(w *witness) { w.damage = strings.ReplaceAll(err.Error(), "\n", " ") }); failed != nil {
		g.log.Error("the damage could not be written down", "error", failed)
	}
	return err
}

var (
	// ErrDamaged says that a database file does not hold what was written to it.
	ErrDamaged = errors.New("the database is damaged")
	// ErrFull says that a change was not stored for want of space.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly says that a change was not stored because nothing can be written there.
	ErrReadOnly = errors.New("the disk can only be read")
)

// troubleOf is an error of SQLite with what it means (https://www.sqlite.org/rescode.html):
// [ErrDamaged], [ErrFull] or [ErrReadOnly], if it means one of these. A failure to write may pass.
func troubleOf(err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, ErrDamaged) {
		return err
	}
	var meaning error
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		meaning = ErrDamaged
	case sqlite3.SQLITE_FULL:
		meaning = ErrFull
	case sqlite3.SQLITE_READONLY:
		meaning = ErrReadOnly
	}
	switch failed.Code() {
	case sqlite3.SQLITE_READONLY_DBMOVED,
		sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS:
		meaning = ErrDamaged
	case sqlite3.SQLITE_ERROR:
		if strings.Contains(failed.Error(), "no such table") { // it has no code of its own
			meaning = ErrDamaged
		}
	}
	if meaning == nil {
		return err
	}
	return fmt.Errorf("%w: %w", meaning, err)
}
