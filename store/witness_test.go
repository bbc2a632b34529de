package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// killed returns a copy of the files as a killed process leaves them, and an older copy of the database.
func killed(t *testing.T) (path, older string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "othello.db")
	storeMany(t, "sqlite", "sqlite:"+path, 100)
	s := mustOpen(t, "sqlite:"+path)
	older = path + ".older"
	a := newAttacked(s, 1)
	for n := range 40 {
		if n == 20 {
			noError(t, store.Backup(t.Context(), "sqlite:"+path, older))
		}
		a.move(t)
		noError(t, a.failed)
		time.Sleep(100 * time.Millisecond)
	}
	copied := copyFiles(t, path)
	noError(t, s.Close())
	return copied, older
}

// TestLossBetweenProcesses checks that a process refuses a killed process's files if a part was lost, and
// leaves them unchanged. The operator can then restore a copy, or go on without the lost part.
func TestLossBetweenProcesses(t *testing.T) {
	truncate := func(suffix string, to int64) func(t *testing.T, path, older string) {
		return func(t *testing.T, path, _ string) { noError(t, os.Truncate(path+suffix, to)) }
	}
	replace := func(suffix string, by func(t *testing.T, older string) []byte) func(t *testing.T, path, older string) {
		return func(t *testing.T, path, older string) { noError(t, os.WriteFile(path+suffix, by(t, older), 0o600)) }
	}
	read := func(t *testing.T, file string) []byte {
		content, err := os.ReadFile(file)
		noError(t, err)
		return content
	}
	unlocked := func(lose func(t *testing.T, path, older string)) func(t *testing.T, path, older string) {
		return func(t *testing.T, path, older string) {
			noError(t, os.Remove(path+".lock"))
			lose(t, path, older)
		}
	}
	for what, lose := range map[string]func(t *testing.T, path, older string){
		"database emptied, without the lock":   unlocked(truncate("", 0)),
		"database removed, without the lock":   unlocked(func(t *testing.T, path, _ string) { noError(t, os.Remove(path)) }),
		"database of a byte, without the lock": unlocked(truncate("", 1)),
		"a header alone, without the lock":     unlocked(truncate("", 100)),
		"a page and a bit, without the lock":   unlocked(truncate("", pageSize+7)),
		"ten pages, without the lock":          unlocked(truncate("", 10*pageSize)),
		"ten pages, without lock and journal": unlocked(func(t *testing.T, path, _ string) {
			noError(t, errors.Join(os.Remove(path+"-wal"), os.Truncate(path, 10*pageSize+1)))
		}),
		"journal emptied":           truncate("-wal", 0),
		"journal cut in its header": truncate("-wal", 20),
		"journal cut":               truncate("-wal", 5000),
		"journal removed":           func(t *testing.T, path, _ string) { noError(t, os.Remove(path+"-wal")) },
		"journal of noise":          replace("-wal", func(*testing.T, string) []byte { return bytes.Repeat([]byte("no journal"), 2000) }),
		"journal of another":        replace("-wal", func(t *testing.T, _ string) []byte { return foreignJournal(t) }),
		"database emptied":          truncate("", 0),
		"database cut":              truncate("", 4*pageSize),
		"database older, alone": func(t *testing.T, path, older string) {
			noError(t, errors.Join(os.Remove(path+"-wal"), os.WriteFile(path, read(t, older), 0o600)))
		},
		"database cut by a little": func(t *testing.T, path, _ string) {
			noError(t, os.Truncate(path, int64(len(read(t, path)))-5*pageSize))
		},
		"database older, after the lock was deleted": func(t *testing.T, path, older string) {
			noError(t, os.Remove(path+".lock"))
			during(t, "sqlite:"+path, func(s *store.Store) { start(t, s, 1, "p/a/1/", "") })
			noError(t, os.WriteFile(path, read(t, older), 0o600))
		},
		"database without tables": func(t *testing.T, path, _ string) {
			noError(t, errors.Join(os.Remove(path), os.Remove(path+"-wal")))
			execute(t, "sqlite", "sqlite:"+path, "PRAGMA user_version = 1")
		},
		"database removed": func(t *testing.T, path, _ string) { noError(t, os.Remove(path)) },
		"all but the lock": func(t *testing.T, path, _ string) { noError(t, errors.Join(os.Remove(path), os.Remove(path+"-wal"))) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				path, older := killed(t)
				url := "sqlite:" + path
				lose(t, path, older)
				for range 2 {
					_, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
					if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), path+".lock") {
						t.Errorf("opened: %v", err)
					}
					if _, _, err := store.Schema(t.Context(), url); err == nil && what != "database cut by a little" { // only Verify finds it
						t.Error("a check finds nothing")
					}
				}
				if what == "journal emptied" { // the operator deletes the lock, as the error suggests
					noError(t, os.Remove(path+".lock"))
					during(t, url, func(s *store.Store) { noError(t, s.Verify(t.Context())) })
					return
				}
				noError(t, store.Restore(t.Context(), url, bytes.NewReader(read(t, older)), true))
				during(t, url, func(s *store.Store) { noError(t, s.Verify(t.Context())) })
			})
		})
	}
}

func foreignJournal(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	s := mustOpen(t, "sqlite:"+path)
	for n := range 20 {
		start(t, s, game.ID(n+1), game.Place(fmt.Sprintf("p/other/%d/", n)), "")
	}
	content, err := os.ReadFile(path + "-wal")
	noError(t, err)
	noError(t, s.Close())
	return content
}

// TestNothingLostBetweenProcesses checks that files are accepted if nothing is lost.
func TestNothingLostBetweenProcesses(t *testing.T) {
	for what, do := range map[string]func(t *testing.T, path, older string){
		"a kill": func(*testing.T, string, string) {},
		"a visitor": func(t *testing.T, path, _ string) {
			s, err := store.OpenForOperator(t.Context(), "sqlite:"+path, timing)
			noError(t, err)
			noError(t, s.Close())
		},
		"another program": func(t *testing.T, path, _ string) {
			execute(t, "sqlite", "sqlite:"+path, "UPDATE heartbeat SET at = at + 1 WHERE id = 1")
		},
		"a backup": func(t *testing.T, path, _ string) {
			noError(t, store.Backup(t.Context(), "sqlite:"+path, path+".copy"))
		},
		"no lock": func(t *testing.T, path, _ string) { noError(t, os.Remove(path+".lock")) },
		"another start, and a kill": func(t *testing.T, path, _ string) {
			s := mustOpen(t, "sqlite:"+path)
			noError(t, s.Check(t.Context()))
			noError(t, store.Scrub(t.Context(), s))
			fresh := copyFiles(t, path)
			noError(t, s.Close())
			noError(t, os.Rename(fresh, path))
			noError(t, os.Rename(fresh+".lock", path+".lock"))
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				path, older := killed(t)
				do(t, path, older)
				for range 2 {
					during(t, "sqlite:"+path, func(s *store.Store) { noError(t, s.Verify(t.Context())) })
				}
			})
		})
	}
}

// TestDamageIsRemembered checks that damage is recorded for the next process, without more disk space.
func TestDamageIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "othello.db")
		s := mustOpen(t, "sqlite:"+path)
		before, err := os.Stat(path + ".lock")
		noError(t, err)
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		noError(t, err)
		defer file.Close() // only after SQLite has closed it: closing drops SQLite's locks
		whole := make([]byte, 4*pageSize)
		_, err = file.ReadAt(whole, pageSize)
		noError(t, err)
		_, err = file.WriteAt(bytes.Repeat([]byte{0x5a}, len(whole)), pageSize)
		noError(t, err)
		if err := s.Verify(t.Context()); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("it finds %v", err)
		}
		_, err = file.WriteAt(whole, pageSize)
		noError(t, err)
		after, err := os.Stat(path + ".lock")
		noError(t, err)
		if before.Size() != after.Size() {
			t.Errorf("what is written down needs space: %d bytes more", after.Size()-before.Size())
		}
		fresh := copyFiles(t, path) // as a killed process leaves it
		_ = s.Close()
		for _, path := range []string{fresh, path} {
			_, err = store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
			if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), "it was found so before") {
				t.Errorf("the next process opens it: %v", err)
			}
		}
	})
}

// TestStartsAfterNothing checks that a store opens an empty file, even after a failed restore.
func TestStartsAfterNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "othello.db")
	if err := store.Restore(t.Context(), "sqlite:"+path, strings.NewReader("no copy"), false); err == nil {
		t.Fatal("restored")
	}
	noError(t, os.WriteFile(path, nil, 0o600))
	during(t, "sqlite:"+path, func(*store.Store) {})
}
