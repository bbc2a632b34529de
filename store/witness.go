package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// witness is the content of the lock file next to an SQLite database. It records for the next process what
// the database must hold, even after a crash.
type witness struct {
	mark   int64  // the database on the disk has at least this mark
	damage string // the damage found; empty if the file is sound
}

// The witness begins after the byte that Windows locks. It always has the same length, so that the store
// can rewrite it on a full disk.
const (
	witnessAt     = 1
	witnessLength = 1000
	witnessForm   = "there is a database\nits mark is %d\n%s\n"
)

// readWitness returns the witness of a database, or the zero value if there is none.
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

// write writes w to the lock. With sync, w is on the disk when write returns.
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

// The mark of a database grows with its changes. A database with a lower mark than its witness has lost
// changes.
const (
	findMark = `SELECT COALESCE(MAX(at), 0) FROM heartbeat WHERE id = 2`
	keepMark = `INSERT INTO heartbeat (id, at) VALUES (2, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
)

// confirm returns the mark of a database. It fails with [ErrDamaged] if this mark is lower than w.mark, or
// if w records damage.
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
