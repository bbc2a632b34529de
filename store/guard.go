package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// guard remembers damage of an SQLite file until the store is closed: even if the file looks whole again, it
// may lack changes. A guard may be used concurrently. A nil guard finds nothing.
type guard struct {
	log   *slog.Logger
	path  string
	found atomic.Pointer[error]
	files map[string]os.FileInfo // files that must stay in place, by suffix
	fresh bool                   // whether the store creates the database

	writing sync.Mutex
	witness witness // as last written
}

var replacedTexts = map[string]string{ // by the suffix of a file that was removed or replaced
	"": "another file is in its place, or none", journalSuffix: "its journal was removed, or replaced",
	lockSuffix: "its lock was removed, so that others may open it",
}

var errGone = fmt.Errorf("%w: there is nothing in it, and there was", ErrDamaged)

// newGuard creates the database file if it does not exist. SQLite must not have opened the file yet: newGuard
// closes it, which would drop SQLite's locks (https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks).
func newGuard(path string, log *slog.Logger) (*guard, error) {
	seen, fresh, err := lastWitness(path)
	if err != nil {
		return nil, err
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &guard{log: log, path: path, fresh: fresh, witness: seen}, errors.Join(file.Chmod(0o600), file.Close())
}

// lastWitness returns the witness of a database, and reports fresh if there is no trace of a database. It fails
// with [ErrDamaged] if there was a database and the file is now empty or gone.
func lastWitness(path string) (seen witness, fresh bool, err error) {
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

// begin records the files that must stay in place, and writes the first witness.
func (g *guard) begin() error {
	g.files = make(map[string]os.FileInfo)
	for suffix := range replacedTexts {
		info, err := os.Stat(g.path + suffix)
		if err != nil {
			return err
		}
		g.files[suffix] = info
	}
	return g.updateWitness(false, func(*witness) {})
}

// updateWitness changes the witness and writes it. With sync, it waits for the disk.
func (g *guard) updateWitness(sync bool, change func(*witness)) error {
	g.writing.Lock()
	defer g.writing.Unlock()
	change(&g.witness)
	return g.witness.write(g.path, sync)
}

const fileCheckInterval = time.Second

// checkFiles fails with [ErrDamaged] if damage was found before, or if a file is no longer the one that the
// store opened. It looks at most once every fileCheckInterval.
func (w *groupWriter) checkFiles() error {
	if w.guard == nil {
		return nil
	}
	if err := w.guard.damaged(); err != nil || time.Since(w.checked) < fileCheckInterval {
		return err
	}
	for suffix, opened := range w.guard.files {
		info, err := os.Stat(w.guard.path + suffix)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(info, opened) {
			err = fmt.Errorf("%w: %s", ErrDamaged, replacedTexts[suffix])
		}
		if err != nil {
			return w.guard.setDamage(err, true)
		}
	}
	w.checked, w.raiseMark = time.Now(), true
	return nil
}

func (g *guard) damaged() error {
	if g == nil {
		return nil
	}
	if found := g.found.Load(); found != nil {
		return *found
	}
	return nil
}

// wrapError wraps an error of SQLite like classify, and records damage.
func (g *guard) wrapError(err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	mayPass := ok && (failed.Code() == sqlite3.SQLITE_IOERR_READ || failed.Code() == sqlite3.SQLITE_READONLY_DBMOVED)
	return g.setDamage(classify(err), mayPass)
}

// setDamage records the first [ErrDamaged] and returns err. With mayPass, the damage can end: a file comes
// back to its place, or the disk becomes readable again. Other damage also goes into the witness.
func (g *guard) setDamage(err error, mayPass bool) error {
	if g == nil || !errors.Is(err, ErrDamaged) || !g.found.CompareAndSwap(nil, &err) {
		return err
	}
	g.log.Error("the database is damaged: nothing is stored until the bot is restarted on a whole one", "error", err)
	if mayPass {
		return err
	}
	if failed := g.updateWitness(true, func(w *witness) { w.damage = strings.ReplaceAll(err.Error(), "\n", " ") }); failed != nil {
		g.log.Error("the damage could not be written down", "error", failed)
	}
	return err
}

var (
	// ErrDamaged reports that a database file does not hold what was written to it.
	ErrDamaged = errors.New("the database is damaged")
	// ErrFull reports that a write failed because the disk is full.
	ErrFull = errors.New("the disk is full")
	// ErrReadOnly reports that the disk cannot be written.
	ErrReadOnly = errors.New("the disk can only be read")
)

// classify wraps an error of SQLite in [ErrDamaged], [ErrFull] or [ErrReadOnly] by its code
// (https://www.sqlite.org/rescode.html). Other failed writes are not damage: the next may succeed.
func classify(err error) error {
	failed, ok := errors.AsType[*sqlite.Error](err)
	if !ok || errors.Is(err, ErrDamaged) {
		return err
	}
	code, kind := failed.Code(), failed.Code()&0xff
	switch {
	case slices.Contains(damageCodes, code), kind == sqlite3.SQLITE_CORRUPT,
		code == sqlite3.SQLITE_ERROR && strings.Contains(failed.Error(), "no such table"): // SQLite has no code for this
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case kind == sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case kind == sqlite3.SQLITE_READONLY:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	default:
		return err
	}
}

var damageCodes = []int{
	sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY_DBMOVED,
	sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_DATA, sqlite3.SQLITE_IOERR_CORRUPTFS,
}

// witness is the content of the lock file next to an SQLite database. With it the next process finds out
// whether the database lost changes. A mark is a number that grows with the changes.
type witness struct {
	mark   int64  // the database on the disk has at least this mark
	damage string // the damage found; empty if none was found
}

// The witness begins after the byte that Windows locks. It always has the same length, so that the store
// can rewrite it on a full disk.
const (
	witnessAt     = 1
	witnessLength = 1000
	witnessForm   = "there is a database\nits mark is %d\n%s\n"
)

func readWitness(path string) (w witness, err error) {
	content, err := os.ReadFile(path + lockSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return witness{}, nil
	}
	if lines := bytes.Split(bytes.TrimRight(content, " "), []byte("\n")); err == nil && len(lines) > 2 {
		if _, err := fmt.Sscanf(string(lines[1]), "its mark is %d", &w.mark); err == nil { // otherwise another program wrote the lock
			w.damage = string(lines[2])
		}
	}
	return w, err
}

func (w witness) write(path string, sync bool) error {
	content := fmt.Appendf(nil, witnessForm, w.mark, w.damage)
	content = append(content, bytes.Repeat([]byte(" "), max(0, witnessLength-len(content)))...)
	lock, err := os.OpenFile(path+lockSuffix, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = lock.WriteAt(content[:witnessLength], witnessAt)
	if sync {
		err = errors.Join(err, lock.Sync())
	}
	return errors.Join(err, lock.Close())
}

// The mark of a database grows with its changes. A database with a lower mark than its witness has lost changes.
const (
	findMark = `SELECT COALESCE(MAX(at), 0) FROM heartbeat WHERE id = 2`
	keepMark = `INSERT INTO heartbeat (id, at) VALUES (2, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
)

// confirm returns the mark of a database. It fails with [ErrDamaged] if w has a higher mark, or damage.
func (w witness) confirm(ctx context.Context, db *sql.DB) (mark int64, err error) {
	if w.damage != "" {
		return 0, fmt.Errorf("%w: it was found so before: %s", ErrDamaged, w.damage)
	}
	if err := db.QueryRowContext(ctx, findMark).Scan(&mark); err != nil {
		return 0, classify(err)
	}
	if mark < w.mark {
		return 0, fmt.Errorf("%w: the latest changes are missing", ErrDamaged)
	}
	return mark, nil
}
