package store_test

import (
	"log/slog"
	"path/filepath"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// open opens a store until the end of the test.
func open(t testing.TB, url string, timing game.Timing) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// fileURL names a database file of the test.
func fileURL(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "othello.db") }

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		return storetest.Subject{Store: s, Installs: s.Installs, ForgetsInDue: true}
	})
}

// TestSQLite tests the database as it is opened, with its rooms kept in memory.
func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, fileURL(t), timing)
		return storetest.Subject{Store: s, Installs: s.Installs}
	})
}

// TestSQLiteAlone tests the database below that.
func TestSQLiteAlone(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, fileURL(t), timing)
		return storetest.Subject{Store: s.Store.(*game.Cached).Store, Installs: s.Installs}
	})
}

func TestPostgres(t *testing.T) {
	storetest.Postgres(t) // or skip all of it
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, storetest.Postgres(t), timing)
		return storetest.Subject{Store: s, Installs: s.Installs}
	})
}
