package store_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"othellobot/store"
	"othellobot/store/storetest"
)

// newestSchema is the version of the schema that programs of today make.
const newestSchema = 18

// The schema is brought up to date once, and that is told.
func TestMigrateOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, _, url string) {
		for _, want := range []int{newestSchema, 0} {
			var log bytes.Buffer
			s, err := store.Open(t.Context(), url, timing, slog.New(slog.NewTextHandler(&log, nil)))
			noError(t, err)
			start(t, s, 1, here+"a/", "")
			if err := storetest.Purge(t.Context(), s, "p/"); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			if got := strings.Count(log.String(), "\n"); got != want {
				t.Errorf("the log has %d lines, want %d:\n%s", got, want, &log)
			}
		}
	})
}

// A schema that a newer program has changed is left alone.
func TestNewerSchema(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
		execute(t, kind, url, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, $1)", true)
		s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
		if s != nil || err == nil || !strings.Contains(err.Error(), "99") {
			t.Errorf("opened: %v", err)
		}
		execute(t, kind, url, "DELETE FROM goose_db_version WHERE version_id = 99")
		during(t, url, func(s *store.Store) {
			if room, _, err := s.Load(t.Context(), here, ""); err != nil || room.Active == nil {
				t.Errorf("the game is %+v, %v", room.Active, err)
			}
		})
	})
}

// Processes that start together bring the schema up to date once.
func TestMigrateTogether(t *testing.T) {
	url := databases["postgres"](t)
	var group sync.WaitGroup
	for n := range 4 {
		group.Go(func() {
			s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
				return
			}
			if err := s.Installs.Save(t.Context(), fmt.Sprint(n), []byte("x")); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	during(t, url, func(s *store.Store) {
		for n := range 4 {
			if data, err := s.Installs.Load(t.Context(), fmt.Sprint(n)); data == nil || err != nil {
				t.Errorf("%d: %q, %v", n, data, err)
			}
		}
	})
}
