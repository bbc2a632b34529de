package store

import (
	"context"
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

	"github.com/gofrs/flock"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Of an SQLite file (https://www.sqlite.org/fileformat.html).
const (
	wholeHeader    = 100
	constantHeader = 24 // bytes of it that never change in a database that is in use
	journalHeader  = 32
	frameHeader    = 24
	journalMagic   = 0x377f0682 // or 1 more
	journalVersion = 3007000
)

// guard keeps the files that an SQLite store was opened on, and notices when they are not
// these any more. What it has found damaged stays so until the process ends: nobody knows
// what others have done to a file meanwhile. It may be used concurrently.
type guard struct {
	path  string
	log   *slog.Logger
	found atomic.Pointer[error]

	// database is closed last: to close any descriptor of the file drops the locks that
	// SQLite has on it (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks).
	database *os.File
	header   []byte
	size     int64 // of the database when it was looked at last; it shrinks to no less than its pages
	doubtful bool  // something is missing that the journal may have
	mark     int64 // of the database; changed by its only writer

	writing sync.Mutex
	witness witness // as it is written
	files   []guarded
}

var (
	errGone         = fmt.Errorf("%w: there is nothing in it, and there was", ErrDamaged)
	errCutOff       = fmt.Errorf("%w: it is cut off", ErrDamaged)
	errJournalMoved = errors.New("its journal was removed")
	errJournalOther = errors.New("another file is in the place of its journal")
	errMoved        = errors.New("another file is in its place, or none")
	errLockMoved    = errors.New("its lock was removed, so that others may open it")
)

// guarded is a file that is to stay where it is.
type guarded struct {
	path  string
	info  os.FileInfo
	moved error // says that it is another one, or none
}

// newGuard opens a database file, which only its owner can read then, or makes it. It fails
// with [ErrDamaged] if there was a database and the file is empty or cut off.
func newGuard(path string, lock *flock.Flock, log *slog.Logger) (*guard, error) {
	was, err := wasThere(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(path); was && (errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0) {
		return nil, errGone
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	g := &guard{path: path, log: log, database: file}
	if g.witness, err = readWitness(path); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if err := g.read(lock); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return g, nil
}

// wasThere reports whether what lies beside a path says that there was a database.
func wasThere(path string) (bool, error) {
	for _, suffix := range []string{lockSuffix, journalSuffix} {
		info, err := os.Stat(path + suffix)
		if err == nil && info.Size() > 0 {
			return true, nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// untouched reports whether a database file is empty and nothing says that a database was there.
func untouched(path string) (bool, error) {
	info, err := statFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() > 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	was, err := wasThere(path)
	return !was, err
}

// read notes what the files are. SQLite has not opened them yet.
func (g *guard) read(lock *flock.Flock) error {
	info, err := g.database.Stat()
	if err != nil {
		return err
	}
	locked, err := lock.Stat()
	if err != nil {
		return err
	}
	g.files = []guarded{
		{g.path, info, errMoved},
		{g.path + lockSuffix, locked, errLockMoved},
	}
	if err := g.database.Chmod(0o600); err != nil {
		return err
	}
	g.doubtful, err = cutOff(g.database, g.path)
	return err
}

// cutOff fails with [ErrDamaged] if a database file ends before its last page, unless a journal
// may hold the rest: then it reports that this is doubtful.
func cutOff(file *os.File, path string) (doubtful bool, err error) {
	info, err := file.Stat()
	if err != nil || info.Size() == 0 {
		return false, err
	}
	header := make([]byte, wholeHeader)
	if _, err := file.ReadAt(header, 0); err == io.EOF {
		return false, errCutOff
	} else if err != nil {
		return false, err
	}
	pageSize := int64(binary.BigEndian.Uint16(header[16:]))
	if info.Size() >= int64(binary.BigEndian.Uint32(header[28:]))*pageSize {
		return false, nil
	}
	journal, err := os.Stat(path + journalSuffix) // a checkpoint may have been interrupted
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err != nil || journal.Size() == 0 {
		return false, errCutOff
	}
	return true, nil
}

// begin notes the rest when SQLite has opened the files, and for the next start that there
// is a database. It fails with [ErrDamaged] if the journal did not have what was missing.
func (g *guard) begin(ctx context.Context) error {
	if g.doubtful {
		if err := verifyFile(ctx, g.path, "quick_check"); err != nil {
			return err
		}
	}
	journal, err := os.Stat(g.path + journalSuffix)
	if err != nil {
		return err
	}
	g.files = append(g.files, guarded{g.path + journalSuffix, journal, errJournalMoved})
	g.header = make([]byte, constantHeader)
	if _, err := g.database.ReadAt(g.header, 0); err != nil {
		return err
	}
	return g.marked(g.mark)
}

// marked notes for the next process that the database has a mark on the disk.
func (g *guard) marked(mark int64) error {
	g.mark = mark
	g.writing.Lock()
	defer g.writing.Unlock()
	g.witness.mark = mark
	return g.witness.write(g.path, false)
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

// judge is an error of SQLite with what it means, and notes damage.
func (g *guard) judge(err error) error {
	err = troubleOf(err)
	if g != nil && errors.Is(err, ErrDamaged) && g.found.CompareAndSwap(nil, &err) {
		g.log.Error("the database is damaged: nothing is stored until the bot is restarted on a whole one", "error", err)
		if !passes(err) {
			g.note(err)
		}
	}
	return err
}

// note writes damage down for the next process.
func (g *guard) note(damage error) {
	g.writing.Lock()
	defer g.writing.Unlock()
	g.witness.damage = strings.ReplaceAll(damage.Error(), "\n", " ")
	if err := g.witness.write(g.path, true); err != nil {
		g.log.Error("the damage could not be written down", "error", err)
	}
}

// passes reports whether what was found damaged may be whole again later: a file that comes back
// to its place, or a disk that can be read.
func passes(err error) bool {
	var failed *sqlite.Error
	switch {
	case errors.Is(err, errMoved), errors.Is(err, errLockMoved), errors.Is(err, errJournalMoved):
		return true
	case errors.As(err, &failed):
		return failed.Code() == sqlite3.SQLITE_IOERR_READ || failed.Code() == sqlite3.SQLITE_READONLY_DBMOVED
	default:
		return false
	}
}
