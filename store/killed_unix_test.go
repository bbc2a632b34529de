//go:build unix

package store_test

import (
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/store"
)

const (
	killedCopy      = "OTHELLO_TEST_KILLED_COPY"      // FROM and TO, in lines
	killedMigration = "OTHELLO_TEST_KILLED_MIGRATION" // path of the database
	killedAt        = "OTHELLO_TEST_KILLED_AT"
)

// die runs a test in another process, which must be killed.
func die(t *testing.T, test, name, value string, at int64) {
	t.Helper()
	other := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	other.Env = append(os.Environ(), name+"="+value, fmt.Sprint(killedAt, "=", at))
	output, err := other.CombinedOutput()
	if err == nil || strings.Contains(string(output), "--- FAIL") {
		t.Fatalf("at %d: %v\n%s", at, err, output)
	}
}

// TestCopyUntilKilled is run by TestCopyKilled.
func TestCopyUntilKilled(t *testing.T) {
	from, to, found := strings.Cut(os.Getenv(killedCopy), "\n")
	if !found {
		return
	}
	at, err := strconv.ParseInt(os.Getenv(killedAt), 10, 64)
	noError(t, err)
	calls := int64(0)
	_, err = store.CopyInBatches(t.Context(), from, to, 5, func(store.CopyProgress) {
		if calls++; calls == at {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
	})
	t.Errorf("not killed: %v", err)
}

// A copy whose process is killed goes on, from SQLite to PostgreSQL and back.
func TestCopyKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	first, second, third := fileURL(t), ownPostgres(t), fileURL(t)
	fillTables(t, first, 40)
	want := copiedOf(t, first)
	all := int64(40 * (len(want) - 1))
	for _, c := range [][2]string{{first, second}, {second, third}} {
		for kill := range int64(5) {
			awaitNoBot(t, c[0], c[1])
			die(t, "TestCopyUntilKilled", killedCopy, c[0]+"\n"+c[1], 1+kill*2*all/6)
		}
		awaitNoBot(t, c[0], c[1])
		_, err := store.Copy(t.Context(), c[0], c[1], noReport)
		noError(t, err)
	}
	if d := gocmp.Diff(want, copiedOf(t, third)); d != "" {
		t.Error(d)
	}
	during(t, third, func(s *store.Store) { noError(t, s.Verify(t.Context())) })
}

const migration = `
ALTER TABLE rooms ADD COLUMN more BIGINT NOT NULL DEFAULT 7;
UPDATE rooms SET doc = doc || doc || doc;
CREATE INDEX rooms_doc ON rooms (doc);`

// TestMigrateUntilKilled is run by TestMigrationKilled. The first write beyond a size of a file kills it.
func TestMigrateUntilKilled(t *testing.T) {
	path := os.Getenv(killedMigration)
	if path == "" {
		return
	}
	at, err := strconv.ParseUint(os.Getenv(killedAt), 10, 64)
	noError(t, err)
	full := make(chan os.Signal, 1)
	signal.Notify(full, syscall.SIGXFSZ) // also if the parent ignores it
	go func() {
		<-full
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}()
	limitFiles(t, at)
	_, err = store.OpenWith(t.Context(), path, migration, timing, slog.New(slog.DiscardHandler))
	if err == nil {
		t.Fatal("not killed")
	}
	<-t.Context().Done() // the write fails before the signal arrives
}

// A migration is killed at 20 points, while it copies and while it changes. The older program starts on the
// copy, or on the unchanged file if there is no copy yet. The newer one finishes the migration.
func TestMigrationKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	url := fileURL(t)
	fillTables(t, url, 100)
	before := copiedOf(t, url)
	content, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
	noError(t, err)
	witness, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:") + ".lock")
	noError(t, err)
	copied := 0
	for n := range int64(20) {
		path := filepath.Join(t.TempDir(), "othello.db")
		noError(t, os.WriteFile(path, content, 0o600))
		noError(t, os.WriteFile(path+".lock", witness, 0o600))
		die(t, "TestMigrateUntilKilled", killedMigration, path, (n+1)*int64(len(content))/11)

		older := filepath.Join(t.TempDir(), "older", "othello.db")
		noError(t, os.CopyFS(filepath.Dir(older), os.DirFS(filepath.Dir(path))))
		if kept, err := os.Open(path + ".before-2"); err == nil {
			copied++
			noError(t, store.Restore(t.Context(), "sqlite:"+older, kept, true))
			noError(t, kept.Close())
		}
		during(t, "sqlite:"+older, func(s *store.Store) { noError(t, s.Verify(t.Context())) })
		if d := gocmp.Diff(before, copiedOf(t, "sqlite:"+older)); d != "" {
			t.Errorf("point %d: %s", n, d)
		}

		s, err := store.OpenWith(t.Context(), path, migration, timing, slog.New(slog.DiscardHandler))
		noError(t, err)
		noError(t, s.Verify(t.Context()))
		noError(t, s.Close())
		after := copiedOf(t, "sqlite:"+path)
		if rows := count(t, "sqlite", path, `SELECT COUNT(*) FROM rooms WHERE more = 7`); rows != len(before["rooms"])-1 || len(after["games"]) != len(before["games"]) {
			t.Errorf("point %d: %d rooms are migrated", n, rows)
		}
		if _, err := os.Stat(path + ".before-2.unfinished"); err == nil {
			t.Errorf("point %d: %v", n, fs.ErrExist)
		}
	}
	t.Logf("killed %d times before the copy was whole, and %d times after", 20-copied, copied)
	if copied < 5 || copied > 15 {
		t.Errorf("%d of 20 kills came after the copy: choose other points", copied)
	}
}
