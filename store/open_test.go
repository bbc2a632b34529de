package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestDryRunLeavesNothing checks that DryRun changes nothing, even while the database is in use.
func TestDryRunLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	file := "sqlite:" + filepath.Join(folder, "a", "b", "othello.db")
	noError(t, store.DryRun(t.Context(), file, timing))
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it leaves %v, %v", left, err)
	}
	kept := mustOpen(t, file)
	defer kept.Close()
	files := func() (names []string, content []byte) {
		found, err := filepath.Glob(filepath.Join(folder, "a", "b", "*"))
		noError(t, err)
		content, err = os.ReadFile(filepath.Join(folder, "a", "b", "othello.db"))
		noError(t, err)
		return found, content
	}
	names, content := files()
	noError(t, store.DryRun(t.Context(), file, timing))
	if now, after := files(); len(now) != len(names) || !bytes.Equal(after, content) {
		t.Errorf("there were %v, and are %v", names, now)
	}
}

// TestDryRunAgreesWithOpen checks that DryRun and Open accept the same files.
func TestDryRunAgreesWithOpen(t *testing.T) {
	made := func(statement string) func(path string) error {
		return func(path string) error {
			db, err := sql.Open("sqlite", path)
			if err != nil {
				return err
			}
			_, err = db.Exec(statement)
			return errors.Join(err, db.Close())
		}
	}
	for name, c := range map[string]struct {
		prepare func(path string) error
		good    bool
	}{
		"nothing":       {func(string) error { return nil }, true},
		"an empty file": {func(path string) error { return os.WriteFile(path, nil, 0o600) }, true},
		"an empty file that was": {func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.WriteFile(path+"-wal", []byte("x"), 0o600))
		}, false},
		"a link to nothing": {func(path string) error { return os.Symlink("nowhere.db", path) }, false},
		"a link to an empty file": {func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o600), os.Symlink(path+"2", path))
		}, true},
		"a link to a folder":        {func(path string) error { return os.Symlink(".", path) }, false},
		"a link to no folder":       {func(path string) error { return os.Symlink("nowhere/o.db", path) }, false},
		"text":                      {func(path string) error { return os.WriteFile(path, []byte("hello, hello"), 0o600) }, false},
		"a letter":                  {func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) }, false},
		"another's games":           {made("CREATE TABLE games (x)"), false},
		"another's database":        {made("CREATE TABLE bookmarks (x)"), false},
		"a database without tables": {made("PRAGMA user_version = 1"), true},
	} {
		path := filepath.Join(t.TempDir(), "othello.db")
		noError(t, c.prepare(path))
		current, _, asking := store.Schema(t.Context(), "sqlite:"+path)
		if errors.Is(asking, os.ErrNotExist) || asking == nil && current == 0 {
			asking = store.DryRun(t.Context(), "sqlite:"+path, timing)
		}
		kept, opening := store.Open(t.Context(), "sqlite:"+path, timing, slog.New(slog.DiscardHandler))
		if opening == nil {
			opening = kept.Close()
		}
		if (asking == nil) != c.good || (opening == nil) != c.good {
			t.Errorf("%s: trying says %v, opening %v", name, asking, opening)
		}
	}
}

// TestDryRunAsksTheServer checks that DryRun needs a schema in which the user may create tables.
func TestDryRunAsksTheServer(t *testing.T) {
	server := storetest.Postgres(t)
	if current, _, err := store.Schema(t.Context(), server); current != 0 || err != nil {
		t.Errorf("an empty schema: %d, %v", current, err)
	}
	if err := store.DryRun(t.Context(), server, timing); err != nil {
		t.Errorf("an empty schema: %v", err)
	}
	address, err := url.Parse(server)
	noError(t, err)
	for setting, value := range map[string]string{"default_transaction_read_only": "on", "search_path": "nowhere"} {
		query := address.Query()
		query.Set(setting, value)
		wrong := *address
		wrong.RawQuery = query.Encode()
		if err := store.DryRun(t.Context(), wrong.String(), timing); err == nil {
			t.Errorf("with %s=%s, DryRun succeeds", setting, value)
		}
		if _, err := store.Open(t.Context(), wrong.String(), timing, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("with %s=%s, Open succeeds", setting, value)
		}
	}
}

// storeMany stores n duels of two players after 30 moves, each in its own place.
func storeMany(t testing.TB, kind, url string, n int) {
	t.Helper()
	during(t, url, func(*store.Store) {})
	g := game.NewDuel(1, here, "p//1", "p//2", 0, noon)
	for range 30 {
		var err error
		if g, _, err = g.Play(g.Player(g.Position().ToMove), g.Position().Legal().First(), noon); err != nil {
			t.Fatal(err)
		}
	}
	g.Version = 31
	doc, err := game.Room{Active: &g}.MarshalJSON()
	noError(t, err)
	parts := strings.Split(string(doc), fmt.Sprintf("%q", g.ID))
	numbers := fmt.Sprintf(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) `, n)
	execute(t, kind, url, numbers+`
		INSERT INTO rooms (place, version, due, running, doc)
		SELECT 'p/team/' || n || '/', 31, CAST($1 AS BIGINT) + n, 1, CAST($2 AS TEXT) || '"' || n || '"' || CAST($3 AS TEXT) FROM numbers`,
		noon.UnixMilli(), parts[0], parts[1])
	execute(t, kind, url, numbers+`
		INSERT INTO seats (player, game, place) SELECT 'p//1', n, 'p/team/' || n || '/' FROM numbers UNION ALL SELECT 'p//2', n, 'p/team/' || n || '/' FROM numbers`)
}

func ready(t testing.TB, url string, n int) {
	t.Helper()
	during(t, url, func(s *store.Store) {
		noError(t, s.Check(t.Context()))
		at := game.Place(fmt.Sprintf("p/team/%d/", n/2))
		if room, err := s.Load(t.Context(), at, ""); err != nil || room.Active == nil || room.Active.Version != 31 {
			t.Errorf("in %s runs %+v, %v", at, room.Active, err)
		}
		if next, ok, err := s.Next(t.Context(), []string{"p/"}); !ok || err != nil || !next.Equal(noon.Add(time.Millisecond)) {
			t.Errorf("the next is due at %v, %v, %v", next, ok, err)
		}
		if _, err := s.Clean(t.Context(), noon.Add(time.Hour)); err != nil {
			t.Error(err)
		}
		if due, err := s.Due(t.Context(), noon, noon, 9, []string{"p/"}); len(due.Rooms) != 0 || err != nil {
			t.Errorf("due %+v, %v", due, err)
		}
		if playing, err := s.CountRunning(t.Context()); playing != n || err != nil {
			t.Errorf("%d games run, %v", playing, err)
		}
	})
}

func BenchmarkReady(b *testing.B) {
	const games = 100_000
	for kind, fresh := range databases {
		b.Run(kind, func(b *testing.B) {
			url := fresh(b)
			storeMany(b, kind, url, games)
			for b.Loop() {
				ready(b, url, games)
			}
		})
	}
}
