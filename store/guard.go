package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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
// meanwhile. It may be used concurrently.
type guard struct {
	log   *slog.Logger
	path  string
	found atomic.Pointer[error]
	files []guarded
	short bool // the file ends before its last page, which the journal may have

	writing sync.Mutex
	witness witness // as it is written
}

// guarded is a file that is to stay where it is.
type guarded struct {
	path  string
	info  os.FileInfo
	moved string // says that it is another one, or none
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
	if _, err := untouched(path); err != nil {
		return nil, err
	}
	seen, err := readWitness(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	short, err := ends(file)
	return &guard{log: log, path: path, short: short, witness: seen}, errors.Join(err, file.Chmod(0o600), file.Close())
}

// ends reports whether a database file ends before its last page. It fails with [ErrDamaged] if the
// file ends in its header: SQLite takes it for an empty database.
func ends(file *os.File) (early bool, err error) {
	header := make([]byte, wholeHeader) // zero, if there is nothing
	if _, err := io.ReadFull(file, header); errors.Is(err, io.ErrUnexpectedEOF) {
		return false, errCutOff
	} else if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	size, err := file.Seek(0, io.SeekEnd)
	return size < int64(binary.BigEndian.Uint16(header[16:]))*int64(binary.BigEndian.Uint32(header[28:])), err
}

// wholeHeader is the size of an SQLite file's header.
const wholeHeader = 100

// untouched reports whether there is no database at a path. It fails with [ErrDamaged] if there was
// one and the file is empty or gone.
func untouched(path string) (bool, error) {
	info, err := statFile(path)
	if err == nil && info.Size() > 0 {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	for _, suffix := range []string{lockSuffix, journalSuffix} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Size() > 0 {
			return false, errGone
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return true, nil
}

// begin notes what the files are, once SQLite has opened them, and for the next process that there is
// a database.
func (g *guard) begin() error {
	for suffix, moved := range map[string]string{
		"": "another file is in its place, or none", journalSuffix: "its journal was removed, or replaced",
		lockSuffix: "its lock was removed, so that others may open it",
	} {
		info, err := os.Stat(g.path + suffix)
		if err != nil {
			return err
		}
		g.files = append(g.files, guarded{g.path + suffix, info, moved})
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
	for _, f := range w.guard.files {
		info, err := os.Stat(f.path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, f.info) {
			err = fmt.Errorf("%w: %s", ErrDamaged, f.moved)
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

// troubleOf is an error of SQLite with what it means: [ErrDamaged], [ErrFull] or
// [ErrReadOnly], if it means one of these.
func troubleOf(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return err
	}
	code := failed.Code() & 0xff // without what tells more
	switch {
	case errors.Is(err, ErrDamaged):
		return err
	case isDamage(failed):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case code == sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case code == sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	default:
		return err
	}
}

// isDamage reports whether what was read is not what was written
// (https://www.sqlite.org/rescode.html). A failure to write may pass.
func isDamage(failed *sqlite.Error) bool {
	switch failed.Code() {
	case sqlite3.SQLITE_READONLY_DBMOVED,
		sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS:
		return true
	case sqlite3.SQLITE_ERROR:
		return strings.Contains(failed.Error(), "no such table") // it has no code of its own
	}
	code := failed.Code() & 0xff
	return code == sqlite3.SQLITE_CORRUPT || code == sqlite3.SQLITE_NOTADB
}
