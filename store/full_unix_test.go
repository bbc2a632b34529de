//go:build unix

package store_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"othellobot/game"
	"othellobot/store"
)

const fullDatabase = "OTHELLO_TEST_FULL_DATABASE"

// TestDiskFull runs another process that fills its disk, simulated by a limit on the size of its files.
func TestDiskFull(t *testing.T) {
	url := fileURL(t)
	other := exec.Command(os.Args[0], "-test.run=^TestFillDatabase$")
	other.Env = append(os.Environ(), fullDatabase+"="+url)
	if output, err := other.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	path := strings.TrimPrefix(url, "sqlite:")
	if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// TestFillDatabase is run by TestDiskFull.
func TestFillDatabase(t *testing.T) {
	url := os.Getenv(fullDatabase)
	if url == "" {
		return
	}
	signal.Ignore(syscall.SIGXFSZ) // so that writes fail with an error instead
	s := open(t, url, timing)
	stored := start(t, s, 1, here, "")
	limitFiles(t, 1<<20)
	refused := fill(t, s)
	saved := 0
	for saved < 1000 && s.Installs.Save(t.Context(), "a", fmt.Append(nil, saved)) == nil {
		saved++ // the remaining space is too small for a game
	}
	if saved == 1000 {
		t.Error("saved on a full disk")
	}
	for range 2 {
		if err := s.Check(t.Context()); err == nil {
			t.Error("Check succeeds on a full disk")
		}
	}
	wantNothing(t, s, refused)
	wantGame(t, s, stored)

	limitFiles(t, 1<<40) // there is space again
	noError(t, s.Check(t.Context()))
	wantNothing(t, s, refused)
	wantGame(t, s, start(t, s, refused.ID, refused.Place, game.Delivery(refused.Place)))
}

func fill(t *testing.T, s *store.Store) game.Game {
	t.Helper()
	table := game.NewTable(s, timing)
	for n := range 10_000 {
		at := game.Place(fmt.Sprintf("p/t/%d/", n))
		g := game.NewOpen(game.ID(n+2), at, "p//ana", noon)
		_, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Delivery: game.Delivery(at), Now: noon})
		if failed := (*game.StoreError)(nil); errors.As(err, &failed) && !failed.Unknown {
			return g
		}
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
	}
	t.Fatal("the disk does not get full")
	return game.Game{}
}

func wantNothing(t *testing.T, s *store.Store, g game.Game) {
	t.Helper()
	if room, err := s.Load(t.Context(), g.Place, ""); err != nil || room.Active != nil {
		t.Errorf("in %s runs %+v, %v", g.Place, room.Active, err)
	}
}

func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	var limit syscall.Rlimit
	noError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	limit.Cur = min(limit.Max, size)
	noError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
}
