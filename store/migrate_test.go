package store_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/store"
	"othellobot/store/storetest"
)

func TestMigrateOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, _, url string) {
		for _, want := range []int{1, 0} {
			var log bytes.Buffer
			s, err := store.Open(t.Context(), url, timing, slog.New(slog.NewTextHandler(&log, nil)))
			noError(t, err)
			start(t, s, 1, here+"a/", "")
			noError(t, storetest.Purge(t.Context(), s, "p/"))
			noError(t, s.Close())
			if got := strings.Count(log.String(), "\n"); got != want {
				t.Errorf("the log has %d lines, want %d:\n%s", got, want, &log)
			}
		}
	})
}

// TestNewerSchema checks that a store refuses the schema of a newer program and leaves it unchanged.
func TestNewerSchema(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
		execute(t, kind, url, "INSERT INTO othello_schema (version) VALUES (99)")
		s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
		if s != nil || err == nil || !strings.Contains(err.Error(), "99") {
			t.Errorf("opened: %v", err)
		}
		execute(t, kind, url, "DELETE FROM othello_schema WHERE version = 99")
		during(t, url, func(s *store.Store) {
			if room, err := s.Load(t.Context(), here, ""); err != nil || room.Active == nil {
				t.Errorf("the game is %+v, %v", room.Active, err)
			}
		})
	})
}

func TestMigrateTogether(t *testing.T) {
	url := databases["postgres"](t)
	eachOf(4, func(n int) {
		s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
		if err == nil {
			err = errors.Join(s.Installs.Save(t.Context(), fmt.Sprint(n), []byte("x")), s.Close())
		}
		if err != nil {
			t.Error(err)
		}
	})
	if n := count(t, "postgres", url, "SELECT COUNT(*) FROM installs"); n != 4 {
		t.Errorf("%d of 4 processes have stored something", n)
	}
}

const asDevelopment = "ALTER TABLE othello_schema RENAME TO goose_db_version"

// TestDevelopmentSchema checks that a development version's files are refused, and stay unchanged.
func TestDevelopmentSchema(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
		execute(t, kind, url, asDevelopment)
		contents := func() map[string]string { return nil }
		if kind == "sqlite" {
			killed := leaveJournal(t, strings.TrimPrefix(url, "sqlite:"), "UPDATE rooms SET due = 1")
			url = "sqlite:" + killed
			contents = func() map[string]string { return filesOf(t, killed) }
		}
		before := contents()
		_, opened := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
		if d := gocmp.Diff(before, contents()); d != "" {
			t.Errorf("files are changed: %s", d)
		}
		_, visited := store.OpenForOperator(t.Context(), url, timing)
		_, _, checked := store.Schema(t.Context(), url)
		for what, err := range map[string]error{"the bot": opened, "an operator": visited, "a check": checked} {
			if !errors.Is(err, store.ErrSchema) || !strings.Contains(err.Error(), "another program") {
				t.Errorf("%s: %v", what, err)
			}
		}
		if n := count(t, kind, url, "SELECT COUNT(*) FROM rooms"); n != 1 {
			t.Errorf("there are %d rooms", n)
		}
	})
}

// leaveJournal returns a copy of a database, as left by a process that was killed after a change.
func leaveJournal(t *testing.T, path, change string) string {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "killed.db")
	behind(t, "sqlite", "sqlite:"+path, func(db *sql.DB) error {
		db.SetMaxOpenConns(1)
		for _, statement := range []string{"PRAGMA journal_mode = WAL", change} {
			if _, err := db.Exec(statement); err != nil {
				return err
			}
		}
		for _, suffix := range []string{"", "-wal"} {
			content, err := os.ReadFile(path + suffix)
			if err := errors.Join(err, os.WriteFile(copied+suffix, content, 0o600)); err != nil {
				return err
			}
		}
		return nil
	})
	return copied
}

func filesOf(t *testing.T, path string) map[string]string {
	t.Helper()
	contents := make(map[string]string)
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + suffix)
		noError(t, err)
		contents[suffix] = string(content)
	}
	return contents
}

// TestCopyBeforeMigration checks that there is no migration without a copy, and that two copies are kept.
func TestCopyBeforeMigration(t *testing.T) {
	const migration = "ALTER TABLE rooms ADD COLUMN more BIGINT NOT NULL DEFAULT 0;"
	url := fileURL(t)
	path := strings.TrimPrefix(url, "sqlite:")
	during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
	copies := func() []string {
		found, err := filepath.Glob(path + ".before-*")
		noError(t, err)
		for i, file := range found {
			found[i] = filepath.Base(file)
		}
		return found
	}
	if got := copies(); len(got) > 0 {
		t.Errorf("a new database has copies: %v", got)
	}
	long := path + ".before-2.unfinished/in the way"
	noError(t, os.MkdirAll(long, 0o700))
	if _, err := store.OpenWith(t.Context(), path, migration, timing, slog.New(slog.DiscardHandler)); err == nil {
		t.Error("it is migrated without a copy")
	}
	noError(t, os.RemoveAll(filepath.Dir(long)))
	noError(t, os.WriteFile(path+".before-2.unfinished", []byte("left by a process that was killed"), 0o600))
	for i, name := range []string{"othello.db.before-0", "othello.db.before-1"} {
		noError(t, os.WriteFile(filepath.Join(filepath.Dir(path), name), []byte("old"), 0o600))
		noError(t, os.Chtimes(filepath.Join(filepath.Dir(path), name), noon, noon.AddDate(0, 0, i)))
	}
	for round := range 2 {
		var log bytes.Buffer
		s, err := store.OpenWith(t.Context(), path, migration, timing, slog.New(slog.NewTextHandler(&log, nil)))
		noError(t, err)
		noError(t, s.Close())
		if said := strings.Contains(log.String(), path+".before-2"); said != (round == 0) {
			t.Errorf("start %d says %s", round, &log)
		}
		if got := copies(); !slices.Equal(got, []string{"othello.db.before-1", "othello.db.before-2"}) {
			t.Errorf("start %d leaves %v", round, got)
		}
	}
	if n := count(t, "sqlite", url, "SELECT COUNT(more) FROM rooms"); n != 1 {
		t.Errorf("%d games are migrated", n)
	}
	if _, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler)); !errors.Is(err, store.ErrSchema) {
		t.Errorf("the older program opens it: %v", err)
	}
	kept, err := os.Open(path + ".before-2")
	noError(t, err)
	defer kept.Close()
	noError(t, store.Restore(t.Context(), url, kept, true))
	during(t, url, func(s *store.Store) { wantRuns(t, s, here, true) })
}

// TestSchemaChangesNoFile checks that reading a schema's version creates and changes no file.
func TestSchemaChangesNoFile(t *testing.T) {
	url := fileURL(t)
	path := strings.TrimPrefix(url, "sqlite:")
	during(t, url, func(s *store.Store) { start(t, s, 1, here, "") })
	files := func() (all []string) {
		entries, err := os.ReadDir(filepath.Dir(path))
		noError(t, err)
		for _, e := range entries {
			info, err := e.Info()
			noError(t, err)
			all = append(all, fmt.Sprint(e.Name(), info.Size(), info.Mode(), info.ModTime().UnixNano()))
		}
		return all
	}
	for _, newest := range []int{1, 99} {
		before := files()
		if current, needed, err := store.Schema(t.Context(), url); current != newest || needed != 1 || (err == nil) != (newest == 1) {
			t.Errorf("version %d of %d, %v", current, needed, err)
		}
		if d := gocmp.Diff(before, files()); d != "" {
			t.Error(d)
		}
		execute(t, "sqlite", url, "INSERT OR IGNORE INTO othello_schema (version) VALUES (99)")
	}
}
