package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

// TestBackup checks copies made while others write and end rated games. A copy must be sound and hold
// everything stored before it began. A store opened on it must rate each game once.
func TestBackup(t *testing.T) {
	address := fileURL(t)
	s := open(t, address, timing)
	before := start(t, s, 1, here, "d1")
	var written atomic.Int64
	lose := func(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
		return long(long(g)).Resign(g.Seats[g.ID%2].Player, now)
	}
	table := game.NewTable(s, timing)
	ctx, cancel := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for n := range 4 {
		writers.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				at := game.Place(fmt.Sprintf("p/rated/%d.%d/", n, i))
				g := game.NewDuel(game.ID(i*4+n+2), at, game.Player(fmt.Sprint("p//", i%5)), game.Player(fmt.Sprint("p//", 5+i%7)), rules.Black, noon)
				g.Rated = true
				out, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Now: noon})
				if written.Add(1); err == nil && i%2 == 0 {
					_, err = table.Do(t.Context(), game.Room{Place: at, Version: 1, Active: &out.Game}, game.Proposal{Game: g.ID, Now: noon, Operation: lose})
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	files := map[string]int64{} // number of games stored before, by file
	for n := range int64(3) {
		for written.Load() < (n+1)*20 && !t.Failed() {
			runtime.Gosched()
		}
		file := filepath.Join(t.TempDir(), fmt.Sprintf("copy %d.db", n))
		files[file] = written.Load() + 1
		noError(t, store.Backup(t.Context(), address, file))
	}
	cancel()
	writers.Wait()

	for file, least := range files {
		if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s has mode %v, %v", file, info.Mode(), err)
		}
		during(t, "sqlite:"+file, func(s *store.Store) {
			wantGame(t, s, before)
			wantDelivered(t, s, here, "d1")
			running, err := game.NewTable(s, timing).RunningIn(t.Context(), "p/rated/", 1000)
			noError(t, err)
			for _, r := range running {
				propose(t, s, r.Game.Place, game.Proposal{Game: r.Game.ID, Now: noon, Operation: lose})
			}
			if kept, wrong, err := s.CheckRatings(t.Context()); kept == 0 || wrong > 0 || err != nil {
				t.Errorf("of %d ratings %d are wrong, %v", kept, wrong, err)
			}
		})
		games := count(t, "sqlite", file, `SELECT COUNT(*) FROM games`)
		for _, query := range []string{`SELECT COUNT(DISTINCT entry) FROM finished WHERE entry > 0`, `SELECT entries FROM tenants`} {
			if rated := count(t, "sqlite", file, query); rated != games || int64(games)+1 < least {
				t.Errorf("%d games are rated of %d that ended; %d were stored before", rated, games, least)
			}
		}
	}
}

func TestBackupRefuses(t *testing.T) {
	address := fileURL(t)
	during(t, address, func(s *store.Store) { start(t, s, 1, here, "") })
	there := filepath.Join(t.TempDir(), "there.db")
	noError(t, os.WriteFile(there, []byte("precious"), 0o600))
	broken := filepath.Join(t.TempDir(), "broken.db")
	noError(t, os.WriteFile(broken, []byte(strings.Repeat("no database ", 1000)), 0o600))
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

func saved(t *testing.T) []byte {
	t.Helper()
	url, file := fileURL(t), filepath.Join(t.TempDir(), "copy.db")
	during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
	noError(t, store.Backup(t.Context(), url, file))
	content, err := os.ReadFile(file)
	noError(t, err)
	return content
}

func TestRestore(t *testing.T) {
	content := saved(t)
	for name, c := range map[string]struct{ there, replace bool }{
		"where there is none":     {false, false},
		"in the place of another": {true, true},
		"where there may be one":  {false, true},
		"where one must not be":   {true, false},
	} {
		t.Run(name, func(t *testing.T) {
			url := fileURL(t)
			path := strings.TrimPrefix(url, "sqlite:")
			if c.there {
				during(t, url, func(s *store.Store) { start(t, s, 2, "p/other//", "") })
				noError(t, os.WriteFile(path+"-wal", []byte("the log of another database"), 0o600))
			}
			err := store.Restore(t.Context(), url, bytes.NewReader(content), c.replace)
			refused := c.there && !c.replace
			if refused != errors.Is(err, fs.ErrExist) || !refused && err != nil {
				t.Fatal(err)
			}
			during(t, url, func(s *store.Store) {
				wantRuns(t, s, here, !refused)
				wantRuns(t, s, "p/other//", refused)
			})
			if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
				t.Errorf("it has mode %v, %v", info.Mode(), err)
			}
			wantFiles(t, path)
		})
	}
}

func wantFiles(t *testing.T, path string) {
	t.Helper()
	there, err := os.ReadDir(filepath.Dir(path))
	noError(t, err)
	for _, f := range there {
		if name := f.Name(); name != filepath.Base(path) && name != filepath.Base(path)+".lock" {
			t.Errorf("%s is left behind", name)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	good := saved(t)
	with := func(statement string) []byte {
		url := fileURL(t)
		during(t, url, func(*store.Store) {})
		execute(t, "sqlite", url, statement)
		content, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
		noError(t, err)
		return content
	}
	damaged := bytes.Clone(good)
	for i := 8192; i < len(damaged); i++ {
		damaged[i] ^= 0x5a
	}
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"no database":  {[]byte(strings.Repeat("no database ", 1000)), store.ErrDamaged},
		"a part":       {good[:len(good)/2], store.ErrDamaged},
		"damage":       {damaged, store.ErrDamaged},
		"nothing":      {nil, nil},
		"a newer one":  {with("INSERT INTO othello_schema (version) VALUES (1000)"), store.ErrSchema},
		"an early one": {with(asDevelopment), store.ErrSchema},
	} {
		url := fileURL(t)
		during(t, url, func(s *store.Store) { start(t, s, 2, here, "") })
		if err := store.Restore(t.Context(), url, bytes.NewReader(c.content), true); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		wantFiles(t, strings.TrimPrefix(url, "sqlite:"))
		during(t, url, func(s *store.Store) { wantRuns(t, s, here, true) })
	}
	used := fileURL(t)
	open(t, used, timing)
	if err := store.Restore(t.Context(), used, bytes.NewReader(good), true); !errors.Is(err, store.ErrInUse) {
		t.Errorf("while a bot uses it: %v", err)
	}
	for _, url := range []string{"memory:", "postgres://h/d"} {
		if err := store.Restore(t.Context(), url, bytes.NewReader(good), true); err == nil {
			t.Errorf("%s is restored", url)
		}
	}
}
