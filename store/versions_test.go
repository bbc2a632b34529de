package store_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"othellobot/store"
)

// needed is the version of the schema by which programs refuse it, since there are any.
const needed = `SELECT MAX(version_id) FROM goose_db_version`

// A schema to which a newer program has only added is used as any other.
func TestNewerCompatibleSchema(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
		execute(t, kind, url, "INSERT INTO schema_versions (version_id, is_applied) VALUES (99, $1)", true)
		for range 2 {
			during(t, url, func(s *store.Store) {
				if room, _, err := s.Load(t.Context(), here, ""); err != nil || room.Active == nil {
					t.Errorf("the game is %+v, %v", room.Active, err)
				}
			})
		}
		if n := count(t, kind, url, needed); n != 3 {
			t.Errorf("programs have to know version %d", n)
		}
	})
}

// What programs recorded that had one table for all versions is taken over.
func TestVersionsInOneTable(t *testing.T) {
	for _, stood := range []int{3, 5} {
		t.Run(fmt.Sprint(stood), func(t *testing.T) {
			eachDatabase(t, func(t *testing.T, kind, url string) {
				during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
				takeBack(t, kind, url, stood+1)
				execute(t, kind, url, "DROP TABLE schema_versions")
				for version := 4; version <= stood; version++ {
					execute(t, kind, url, "INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)", version, true)
				}
				var log strings.Builder
				s, err := store.Open(t.Context(), url, timing, slog.New(slog.NewTextHandler(&log, nil)))
				noError(t, err)
				if err := s.Close(); err != nil {
					t.Error(err)
				}
				if n, made := strings.Count(log.String(), "\n"), newestSchema-stood; n != made {
					t.Errorf("%d versions were made, want %d:\n%s", n, made, &log)
				}
				if n := count(t, kind, url, needed); n != 3 {
					t.Errorf("programs have to know version %d", n)
				}
			})
		})
	}
}

// A program that knows the compatible version of the schema finds all it knows in a
// newer one, and can write it as it did.
func TestCompatibleSchema(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		var tables map[string][]column
		behind(t, kind, url, func(db *sql.DB) (err error) {
			if err := store.MigrateToCompatible(t.Context(), kind, db); err != nil {
				return err
			}
			tables, err = tablesOf(db)
			return err
		})
		during(t, url, func(*store.Store) {})
		behind(t, kind, url, func(db *sql.DB) error {
			now, err := tablesOf(db)
			if err != nil {
				return err
			}
			for table, columns := range tables {
				for _, c := range columns {
					if !slices.Contains(now[table], c) {
						t.Errorf("%s has no %+v any more", table, c)
					}
				}
				if _, err := db.Exec(insertion(table, columns)); err != nil {
					t.Errorf("%s: %v", table, err)
				}
			}
			return nil
		})
	})
}

// column is a column of a table.
type column struct{ name, kind string }

// tablesOf lists the columns of the tables that programs have always had.
func tablesOf(db *sql.DB) (map[string][]column, error) {
	tables := make(map[string][]column)
	for _, table := range []string{"places", "games", "players", "deliveries", "installs", "heartbeat", "slots"} {
		found, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			return nil, err
		}
		types, err := found.ColumnTypes()
		if err != nil {
			return nil, err
		}
		for _, c := range types {
			kind := "text"
			if strings.Contains(c.DatabaseTypeName(), "INT") {
				kind = "number"
			}
			tables[table] = append(tables[table], column{c.Name(), kind})
		}
		if err := found.Close(); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// insertion is a row with these columns alone.
func insertion(table string, columns []column) string {
	var names, values []string
	for _, c := range columns {
		names = append(names, c.name)
		values = append(values, map[string]string{"text": "'x'", "number": "1"}[c.kind])
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ", "), strings.Join(values, ", "))
}
