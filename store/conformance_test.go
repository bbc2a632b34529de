package store_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

func open(t testing.TB, url string, timing game.Timing) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() {
		noError(t, s.Close())
	})
	return s
}

func fileURL(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "othello.db") }

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases}
	})
}

// TestSQLite tests the database with its cache.
func TestSQLite(t *testing.T) { runSQLite(t, func(s *store.Store) people.Store { return s }) }

// TestSQLiteSmallCache tests the database with a cache that drops rooms all the time.
func TestSQLiteSmallCache(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	runSQLite(t, func(s *store.Store) people.Store { return store.SmallCache(s) })
}

// runSQLite runs the test suite with the store that part returns. Each case gets a copy of the empty
// database, because that is faster than creating one.
func runSQLite(t *testing.T, part func(*store.Store) people.Store) {
	url := fileURL(t)
	made, err := store.Open(t.Context(), url, game.Timing{}, slog.New(slog.DiscardHandler))
	noError(t, err)
	noError(t, made.Close())
	empty, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
	noError(t, err)
	storetest.RunDatabase(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := fileURL(t)
		noError(t, os.WriteFile(strings.TrimPrefix(url, "sqlite:"), empty, 0o600))
		s := open(t, url, timing)
		kept := part(s)
		return storetest.Subject{Store: kept, Installs: s.Installs, Leases: s.Leases, Rewrite: func(t *testing.T, at game.Place, old, new string) {
			rewrite("sqlite", url)(t, at, old, new)
			_, err := kept.Due(t.Context(), time.Time{}, time.Time{}, 1, nil) // makes the cache notice the change
			noError(t, err)
		}}
	})
}

func TestPostgres(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	storetest.RunDatabase(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := storetest.Postgres(t)
		s := open(t, url, timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}

// rewrite replaces a text in the stored documents of a place.
func rewrite(kind, url string) func(t *testing.T, at game.Place, old, new string) {
	return func(t *testing.T, at game.Place, old, new string) {
		for _, table := range []string{"rooms", "games"} {
			execute(t, kind, url, `UPDATE `+table+` SET doc = REPLACE(doc, $2, $3) WHERE place = $1`, string(at), old, new)
		}
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
