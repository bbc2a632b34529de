package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestDeletingScansNothing checks that forgetting, purging and cleaning find their rows by indexes.
func TestDeletingScansNothing(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		involve(t, s, "p//ana", 100)
		involve(t, s, "p//bo", 200)
		propose(t, s, here, game.Proposal{Settings: &game.Settings{Theme: "moon"}, Now: noon})
		if kind == "postgres" {
			swell(t, url)
		}
		asked := store.Watched(t, s, func() {
			noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, "p//ana", noon.Add(time.Hour)))
			noError(t, storetest.Purge(t.Context(), s, "p/team/"))
			_, err := s.Clean(t.Context(), noon.Add(5*timing.Retention))
			noError(t, err)
		})
		if len(asked) < 35 {
			t.Errorf("only %d statements ran", len(asked))
		}
		for query, scan := range asked {
			if scan != "" {
				t.Errorf("%s: %s", scan, query)
			}
		}
	})
}

// swell gives each table enough rows for PostgreSQL to use its indexes.
func swell(t *testing.T, url string) {
	t.Helper()
	behind(t, "postgres", url, func(db *sql.DB) error {
		found, err := db.Query(`
			SELECT format('INSERT INTO %I (%s) SELECT %s FROM generate_series(9000000000001, 9000000003000) AS n', table_name, string_agg(column_name, ', '),
				string_agg(CASE WHEN column_name = 'list' THEN '''''' WHEN data_type = 'text' THEN '''z/'' || n' ELSE 'n' END, ', '))
			FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name NOT IN ('heartbeat', 'othello_schema')
			GROUP BY table_name ORDER BY table_name`)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			var insert string
			if err := found.Scan(&insert); err != nil {
				return err
			}
			if _, err := db.Exec(insert); err != nil {
				return fmt.Errorf("%s: %w", insert, err)
			}
		}
		_, err = db.Exec("ANALYZE")
		return errors.Join(found.Err(), err)
	})
}
