package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// ownPostgres returns an empty schema. Its bots have a name of their own, because a copy looks for bots in
// the whole database.
func ownPostgres(t testing.TB) string {
	url := storetest.Postgres(t)
	return url + "&application_name=" + url[strings.LastIndex(url, "test_"):]
}

var copySides = map[string]func(testing.TB) string{"sqlite": fileURL, "postgres": ownPostgres}

func kindOf(url string) string {
	if strings.HasPrefix(url, "sqlite:") {
		return "sqlite"
	}
	return "postgres"
}

// texts and numbers are hard to copy, or to order alike in different databases.
var (
	texts   = []string{"", "a", "B", "é", "É", "z", "ﬀ", "\u0001", "'\"\\%_$1\n", "日本", "😀", "e\u0301", strings.Repeat("long ", 200)}
	numbers = []int64{math.MinInt64, -1, 0, 1, math.MaxInt64}
)

// fillTables stores rows in every column of every table, without knowing the tables.
func fillTables(t testing.TB, url string, rows int) {
	t.Helper()
	during(t, url, func(*store.Store) {})
	behind(t, "sqlite", url, func(db *sql.DB) error {
		columns := make(map[string][]string)
		err := eachColumn(db, "sqlite", func(table, column string) error {
			columns[table] = append(columns[table], column)
			return nil
		})
		delete(columns, "othello_schema")
		tx, begun := db.Begin()
		if err := errors.Join(err, begun); err != nil {
			return err
		}
		for table, names := range columns {
			for n := range rows {
				var values []any
				for i, name := range names {
					var kind string
					if err := tx.QueryRow(`SELECT type FROM pragma_table_info($1) WHERE name = $2`, table, name).Scan(&kind); err != nil {
						return err
					}
					switch {
					case kind == "TEXT" && name == "doc" && n == 0:
						values = append(values, strings.Repeat("largest é ", 100_000))
					case kind == "TEXT":
						values = append(values, texts[(n+i)%len(texts)]+strings.Repeat("x", n/len(texts)))
					case n < len(numbers):
						values = append(values, numbers[n])
					default:
						values = append(values, int64(n)<<40)
					}
				}
				marks := strings.TrimSuffix(strings.Repeat("?,", len(values)), ",")
				if _, err := tx.Exec(fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, table, strings.Join(names, ","), marks), values...); err != nil {
					return fmt.Errorf("%s: %w", table, err)
				}
			}
		}
		return tx.Commit()
	})
}

// censusOf returns all rows of all tables, by table, in any database.
func censusOf(t testing.TB, url string) map[string][]string {
	t.Helper()
	census := make(map[string][]string)
	kind := kindOf(url)
	behind(t, kind, url, func(db *sql.DB) error {
		columns := make(map[string][]string)
		err := eachColumn(db, kind, func(table, column string) error {
			columns[table] = append(columns[table], column)
			return nil
		})
		if err != nil {
			return err
		}
		for table, names := range columns {
			slices.Sort(names)
			found, err := db.Query(`SELECT "` + strings.Join(names, `", "`) + `" FROM ` + table)
			if err != nil {
				return err
			}
			census[table] = []string{strings.Join(names, " ")}
			for found.Next() {
				row := make([]any, len(names))
				to := make([]any, len(names))
				for i := range row {
					to[i] = &row[i]
				}
				if err := found.Scan(to...); err != nil {
					return err
				}
				census[table] = append(census[table], fmt.Sprintf("%#v", row))
			}
			if err := found.Err(); err != nil {
				return err
			}
			slices.Sort(census[table])
		}
		return nil
	})
	return census
}

// copiedOf returns a census without what belongs to running processes.
func copiedOf(t testing.TB, url string) map[string][]string {
	t.Helper()
	census := censusOf(t, url)
	delete(census, "leases")
	delete(census, "heartbeat")
	return census
}

func noReport(store.CopyProgress) {}

// awaitNoBot waits until PostgreSQL has noticed that all stores are closed.
func awaitNoBot(t testing.TB, urls ...string) {
	t.Helper()
	for _, url := range urls {
		if server, name, found := strings.Cut(url, "&application_name="); found {
			query := `SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = '` + name + `'`
			for count(t, "postgres", server, query) > 0 {
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
}

// A database is the same after a copy to another kind and back, except for what belongs to processes.
func TestCopy(t *testing.T) {
	first := fileURL(t)
	fillTables(t, first, 60)
	during(t, first, func(s *store.Store) { start(t, s, 1, here, "d1") })
	want := copiedOf(t, first)
	if len(want) < 14 {
		t.Fatalf("there are only %d tables", len(want))
	}
	from := first
	for _, kind := range []string{"postgres", "postgres", "sqlite", "sqlite"} {
		if kind == "postgres" && os.Getenv("OTHELLO_POSTGRES") == "" {
			t.Log("OTHELLO_POSTGRES is not set: copied between files only")
			continue
		}
		to := copySides[kind](t)
		awaitNoBot(t, from, to)
		var compared int64
		rows, err := store.CopyInBatches(t.Context(), from, to, 7, func(p store.CopyProgress) {
			if p.Rows > p.All {
				t.Errorf("%d of %d rows", p.Rows, p.All)
			}
			if p.Comparing {
				compared = p.Rows
			}
		})
		noError(t, err)
		if least := int64(60 * (len(want) - 1)); rows < least || compared != rows {
			t.Errorf("copied %d rows and compared %d, want at least %d", rows, compared, least)
		}
		census := censusOf(t, to)
		for _, table := range []string{"leases", "heartbeat"} {
			if len(census[table]) != 1 {
				t.Errorf("%s came along: %q", table, census[table])
			}
		}
		if d := gocmp.Diff(want, copiedOf(t, to)); d != "" {
			t.Fatalf("from %s to %s: %s", kindOf(from), kind, d)
		}
		awaitNoBot(t, from, to)
		if again, err := store.Copy(t.Context(), from, to, noReport); again != rows || err != nil {
			t.Errorf("a second copy: %d rows, %v", again, err)
		}
		if kind == "postgres" {
			if n := count(t, kind, to, `SELECT COUNT(*) FROM information_schema.sequences WHERE sequence_schema = current_schema()`); n > 0 {
				t.Error("there are sequences: a copy must set them")
			}
		} else {
			wantFiles(t, strings.TrimPrefix(to, "sqlite:"))
		}
		from = to
	}
	during(t, from, func(s *store.Store) {
		noError(t, s.Verify(t.Context()))
		wantRuns(t, s, here, true)
		wantDelivered(t, s, here, "d1")
	})
	if d := gocmp.Diff(want, copiedOf(t, first)); d != "" {
		t.Errorf("the source changed: %s", d)
	}
}

// A copy that ends at any row continues, even if the source has changed. Until then no store opens it.
func TestCopyInterrupted(t *testing.T) {
	for kind, side := range copySides {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			from, to := fileURL(t), side(t)
			fillTables(t, from, 20)
			all := int64(20 * (len(copiedOf(t, from)) - 1))
			for n := int64(1); n < 2*all; n += all/12 + 1 {
				awaitNoBot(t, to)
				ctx, cancel := context.WithCancel(t.Context())
				calls := int64(0)
				_, err := store.CopyInBatches(ctx, from, to, 3, func(store.CopyProgress) {
					if calls++; calls == n {
						cancel()
					}
				})
				cancel()
				if err == nil {
					t.Fatalf("not interrupted after %d rows", n)
				}
				_, opened := store.Open(t.Context(), to, timing, slog.New(slog.DiscardHandler))
				_, visited := store.OpenForOperator(t.Context(), to, timing)
				for _, err := range []error{opened, visited} {
					if !errors.Is(err, store.ErrSchema) || !strings.Contains(err.Error(), "unfinished copy") {
						t.Errorf("after %d rows: %v", n, err)
					}
				}
				execute(t, "sqlite", from, `DELETE FROM kept WHERE player = (SELECT MIN(player) FROM kept)`)
				execute(t, "sqlite", from, `UPDATE ratings SET doc = doc || '!' WHERE rowid % 3 = 0`)
				execute(t, "sqlite", from, `INSERT INTO installs VALUES ($1, '')`, fmt.Sprint("new", n))
			}
			awaitNoBot(t, to)
			_, err := store.Copy(t.Context(), from, to, noReport)
			noError(t, err)
			if d := gocmp.Diff(copiedOf(t, from), copiedOf(t, to)); d != "" {
				t.Error(d)
			}
			execute(t, "sqlite", from, `DELETE FROM rooms`)
			during(t, to, func(s *store.Store) { noError(t, s.Check(t.Context())) })
		})
	}
}

// unfinished returns a copy that was interrupted.
func unfinished(t *testing.T, from, to string) {
	t.Helper()
	awaitNoBot(t, from, to)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	called := false
	_, err := store.Copy(ctx, from, to, func(store.CopyProgress) {
		called = true
		cancel()
	})
	if err == nil || !called {
		t.Fatalf("it is not interrupted: %v", err)
	}
}

func TestCopyRefuses(t *testing.T) {
	for kind, side := range copySides {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			filled := func(t *testing.T, id game.ID) string {
				url := side(t)
				during(t, url, func(s *store.Store) { start(t, s, id, here, "") })
				return url
			}
			source := fileURL(t)
			during(t, source, func(s *store.Store) { start(t, s, 9, here, "") })
			for name, c := range map[string]struct {
				prepare func(t *testing.T) (from, to string)
				want    string
			}{
				"a bot on the source": {func(t *testing.T) (from, to string) {
					from = filled(t, 1)
					noError(t, open(t, from, timing).Check(t.Context())) // connects
					return from, fileURL(t)
				}, store.ErrInUse.Error()},
				"a bot on the target": {func(t *testing.T) (from, to string) {
					to = side(t)
					noError(t, open(t, to, timing).Check(t.Context()))
					return source, to
				}, store.ErrInUse.Error()},
				"other data": {func(t *testing.T) (from, to string) { return source, filled(t, 2) }, "data of its own"},
				"a copy of another": {func(t *testing.T) (from, to string) {
					to = side(t)
					unfinished(t, filled(t, 3), to)
					return source, to
				}, "unfinished copy of another database"},
				"an unfinished source": {func(t *testing.T) (from, to string) {
					from = side(t)
					unfinished(t, source, from)
					return from, fileURL(t)
				}, "unfinished copy"},
				"a newer source": {func(t *testing.T) (from, to string) {
					from = filled(t, 4)
					execute(t, kind, from, "INSERT INTO othello_schema (version) VALUES (99)")
					return from, fileURL(t)
				}, "99"},
				"another program's": {func(t *testing.T) (from, to string) {
					to = filled(t, 5)
					execute(t, kind, to, asDevelopment)
					return source, to
				}, "another program"},
				"an older source": {func(t *testing.T) (from, to string) {
					from = filled(t, 6)
					execute(t, kind, from, "DELETE FROM othello_schema")
					return from, fileURL(t)
				}, map[string]string{"sqlite": "there is nothing in it", "postgres": "is older than"}[kind]},
				"no source": {func(t *testing.T) (from, to string) { return fileURL(t), side(t) }, "not exist"},
			} {
				t.Run(name, func(t *testing.T) {
					from, to := c.prepare(t)
					if c.want != store.ErrInUse.Error() {
						awaitNoBot(t, from, to)
					}
					path := strings.TrimPrefix(to, "sqlite:")
					_, missing := os.Stat(path)
					if _, err := store.Copy(t.Context(), from, to, noReport); err == nil || !strings.Contains(err.Error(), c.want) {
						t.Errorf("%v, want %s", err, c.want)
					}
					if _, err := os.Stat(path); missing != nil && err == nil {
						t.Error("it makes the target")
					}
				})
			}
		})
	}
	damaged := fileURL(t)
	during(t, damaged, func(*store.Store) {})
	for name, text := range map[string]string{"zero bytes": "a\x00b", "no UTF-8": "a\xffb"} {
		t.Run(name, func(t *testing.T) {
			execute(t, "sqlite", damaged, `INSERT INTO installs VALUES ('T1', CAST($1 AS TEXT))`, []byte(text))
			defer execute(t, "sqlite", damaged, `DELETE FROM installs`)
			to := fileURL(t)
			_, err := store.Copy(t.Context(), damaged, to, noReport)
			noError(t, err)
			if d := gocmp.Diff(copiedOf(t, damaged), copiedOf(t, to)); d != "" {
				t.Error(d)
			}
			if _, err := store.Copy(t.Context(), damaged, ownPostgres(t), noReport); err == nil || !strings.Contains(err.Error(), `["T1"]`) {
				t.Error(err)
			}
		})
	}
	for _, url := range []string{"postgres://ana:" + password + "@127.0.0.1:1/d", "postgres://ana:" + password + "@h:port/d"} {
		if _, err := store.Copy(t.Context(), url, fileURL(t), noReport); err == nil || strings.Contains(err.Error(), password) {
			t.Error(err)
		}
	}
}

// A copy into a database whose tables an owner has made needs them to be empty.
func TestCopyIntoEmptyTables(t *testing.T) {
	for kind, side := range copySides {
		t.Run(kind, func(t *testing.T) {
			from, to := fileURL(t), side(t)
			fillTables(t, from, 3)
			during(t, to, func(s *store.Store) { noError(t, s.Check(t.Context())) })
			awaitNoBot(t, to)
			_, err := store.Copy(t.Context(), from, to, noReport)
			noError(t, err)
			if d := gocmp.Diff(copiedOf(t, from), copiedOf(t, to)); d != "" {
				t.Error(d)
			}
			during(t, to, func(s *store.Store) { noError(t, s.Check(t.Context())) })
		})
	}
}
