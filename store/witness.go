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

// witness holds what the lock of an SQLite file records about the file. By it the next process
// knows what became of the file, however the previous process ended.
type witness struct {
	mark   int64  // the database had at least this mark on the disk
	damage string // that was found; empty for none
}

// The lock holds the witness after the byte that Windows locks. The witness always has the same
// length, so that it can be rewritten on a full disk.
const (
	witnessAt     = 1
	witnessLength = 1000
	witnessForm   = "there is a database\nits mark is %d\n%s\n"
)

// readWitness returns the witness in the lock of a database, or a zero one if the lock holds no
// witness.
func readWitness(path string) (w witness, err error) {
	content, err := os.ReadFile(path + lockSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return witness{}, nil
	}
	if lines := bytes.Split(bytes.TrimRight(content, " "), []byte("\n")); err == nil && len(lines) > 2 {
		if _, err := fmt.Sscanf(string(lines[1]), "its mark is %d", &w.mark); err == nil { // else another program wrote it
			w.damage = string(lines[2])
		}
	}
	return w, err
}

// write has the lock say it for the next process. It may not be on the disk until sync was asked for.
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

// The mark of a database grows while it is written. What is older than its witness has lost what
// was stored last.
const (
	findMark = `SELECT COALESCE(MAX(at), 0) FROM heartbeat WHERE id = 2`
	keepMark = `INSERT INTO heartbeat (id, at) VALUES (2, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at`
)

// confirm fails with [ErrDamaged] if a database lacks something of what the witness has seen, or
// it has seen damage. It returns the mark of the database.
func (w witness) confirm(ctx context.Context, db *sql.DB) (mark int64, err error) {
	if w.damage != "" {
		return 0, fmt.Errorf("%w: it was found so before: %s", ErrDamaged, w.damage)
	}
	if err := db.QueryRowContext(ctx, findMark).Scan(&mark); err != nil {
		return 0, troubleOf(err)
	}
	if mark < w.mark {
		return 0, fmt.Errorf("%w: what was stored last is not there", ErrDamaged)
	}
	return mark, nil
}
