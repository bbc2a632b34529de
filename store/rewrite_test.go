package store_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// rewrites returns a number that grows with each rewrite of the database file.
func rewrites(t *testing.T, url string) int {
	t.Helper()
	return count(t, "sqlite", url, "PRAGMA schema_version") // VACUUM raises it
}

// TestRewrittenOnceADay checks that the file is rewritten at most once a day, and only on days with
// deletions.
func TestRewrittenOnceADay(t *testing.T) {
	t.Parallel()
	url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
	s := open(t, url, timing)
	involve(t, s, "p//ana", 100)
	noError(t, store.Scrub(t.Context(), s))
	first := rewrites(t, url)
	for n := range 5 {
		p := game.Player(fmt.Sprint("p//", n))
		noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, p, noon.Add(time.Hour)))
	}
	if n := rewrites(t, url) - first; n > 0 {
		t.Errorf("on one day the file is rewritten %d times more", n)
	}
	scrubNextDay(t, s, strings.TrimPrefix(url, "sqlite:"))
	noError(t, store.Scrub(t.Context(), s))
	if n := rewrites(t, url) - first; n != 1 {
		t.Errorf("on the next day the file is rewritten %d times", n)
	}
}

// TestRewrittenAfterARestart checks that the file is rewritten once on the day after a restart,
// because the process before may have deleted data.
func TestRewrittenAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
		during(t, url, func(s *store.Store) {
			for range 2 { // the first call rewrites it
				noError(t, store.Scrub(t.Context(), s))
			}
		})
		before := rewrites(t, url)
		during(t, url, func(*store.Store) {
			for _, c := range []struct{ hours, want int }{{12, 0}, {25, 1}, {72, 1}} {
				time.Sleep(time.Duration(c.hours) * time.Hour)
				if n := rewrites(t, url) - before; n != c.want {
					t.Errorf("%d hours later the file was rewritten %d times, want %d", c.hours, n, c.want)
				}
			}
		})
	})
}
