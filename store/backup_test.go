package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"othellobot/game"
	"othellobot/store"
)

// A copy that is made while others write has everything that was stored before
// it, and is in order.
func TestBackup(t *testing.T) {
	address := fileURL(t)
	s := open(t, address, timing)
	before := start(t, s, 1, here, "d1")
	var written atomic.Int64
	table := game.NewTable(s, timing)
	ctx, cancel := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for n := range 4 {
		writers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				at := game.Place(fmt.Sprintf("p/%d/%d/", n, i))
				g := game.NewOpen(game.ID(i*4+n+2), at, "p//ana", noon)
				if _, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Now: noon}); err != nil {
					t.Error(err)
					return
				}
				written.Add(1)
			}
		})
	}
	files := map[string]int64{} // with how many games were stored before
	for n := range int64(3) {
		for written.Load() < (n+1)*20 && !t.Failed() {
			runtime.Gosched()
		}
		file := filepath.Join(t.TempDir(), fmt.Sprintf("copy %d.db", n))
		files[file] = written.Load() + 1
		if err := store.Backup(t.Context(), address, file); err != nil {
			t.Error(err)
		}
	}
	cancel()
	writers.Wait()

	for file, least := range files {
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s has mode %v, %v", file, info.Mode(), err)
		}
		during(t, "sqlite:"+file, func(s *store.Store) {
			wantGame(t, s, before)
			wantDelivered(t, s, "d1", game.Seen{Known: true, Latest: game.GameVersion{Game: 1, Version: 1}})
			if n, err := s.Playing(t.Context()); int64(n) < least || err != nil {
				t.Errorf("%d games, %v; %d were stored before", n, err, least)
			}
		})
	}
}

func TestBackupRefuses(t *testing.T) {
	address := fileURL(t)
	during(t, address, func(s *store.Store) { start(t, s, 1, here, "") })
	there := filepath.Join(t.TempDir(), "there.db")
	if err := os.WriteFile(there, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.db")
	if err := os.WriteFile(broken, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct{ url, file string }{
		"a file that is there": {address, there},
		"no such folder":       {address, filepath.Join(t.TempDir(), "a", "b.db")},
		"no such database":     {fileURL(t), filepath.Join(t.TempDir(), "copy.db")},
		"no database":          {"sqlite:" + broken, filepath.Join(t.TempDir(), "copy.db")},
		"memory":               {"memory:", filepath.Join(t.TempDir(), "copy.db")},
		"PostgreSQL":           {"postgres://ana:" + password + "@h/d", filepath.Join(t.TempDir(), "copy.db")},
	} {
		err := store.Backup(t.Context(), c.url, c.file)
		if err == nil || strings.Contains(err.Error(), password) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := os.Stat(c.file); c.file != there && err == nil {
			t.Errorf("%s: a file is left behind", what)
		}
	}
	if kept, err := os.ReadFile(there); string(kept) != "precious" || err != nil {
		t.Errorf("%q, %v", kept, err)
	}
}
