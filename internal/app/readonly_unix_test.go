//go:build unix

package app_test

import (
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// Commands that only read work in a read-only folder. Commands that write explain why they cannot.
func TestReadOnlyFolder(t *testing.T) {
	folder, err := os.MkdirTemp("", "readonly") // t.TempDir is accessible only to its owner
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(os.Chmod(folder, 0o755), os.RemoveAll(folder)) })
	closed, killed := filepath.Join(folder, "closed.db"), filepath.Join(folder, "killed.db")
	there := filepath.Join(newShell(t).folder, "othello.db")
	content, err := os.ReadFile(there)
	if err := errors.Join(err, os.WriteFile(closed, content, 0o444)); err != nil {
		t.Fatal(err)
	}
	leaveJournal(t, there, killed)
	bot := unprivileged(t, folder)
	for _, c := range []struct{ database, args, says string }{
		{closed, "games", "3 games"},
		{closed, "backup -", "copied and verified"},
		{closed, "check", "it cannot be written: the disk can only be read"},
		{closed, "stop 10", "the disk can only be read"},
		{closed, "forget slack/T1/U2", "the disk can only be read"},
		{killed, "games", "4 games"},
		{killed, "backup -", "copied and verified"},
		{killed, "check", "it cannot be written: the disk can only be read"},
	} {
		if said := bot("sqlite:"+c.database, c.args); !strings.Contains(said, c.says) {
			t.Errorf("%s, of %s: %.300s", c.args, c.database, said)
		}
	}
	if err := errors.Join(os.Chmod(folder, 0o755), os.Remove(killed+"-shm"), os.Chmod(folder, 0o555)); err != nil {
		t.Fatal(err)
	}
	if said := bot("sqlite:"+killed, "games"); !strings.Contains(said, "copy all of "+killed+"*") {
		t.Errorf("a journal that cannot be read: %s", said)
	}
}

// leaveJournal copies a database as a killed process leaves it: the newest game is only in the journal.
func leaveJournal(t *testing.T, path, to string) {
	t.Helper()
	keeping := game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}
	db, err := store.Open(t.Context(), "sqlite:"+path, keeping, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	g := game.NewOpen(39, "slack/T1/C3/", "slack/T1/U1", time.Now())
	if _, err := game.NewTable(db, keeping).Do(t.Context(), game.Room{Place: g.Place}, game.Proposal{New: &g, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		content, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+suffix, content, 0o444); err != nil {
			t.Fatal(err)
		}
	}
}

// unprivileged makes the files read-only and returns a function that runs the program as a user
// without write access.
func unprivileged(t *testing.T, folder string) func(url, args string) (said string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.db*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.Chmod(file, 0o444); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	away, err := os.MkdirTemp("", "program") // t.TempDir is accessible only to its owner
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(away) })
	name := filepath.Join(away, "bot")
	for _, err := range []error{os.WriteFile(name, program, 0o555), os.Chmod(away, 0o755), os.Chmod(folder, 0o555)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return func(url, args string) string {
		bot := exec.Command(name, strings.Fields("-env= "+args)...)
		bot.Dir = "/"
		bot.Env = []string{programEnv + "=1", "DATABASE_URL=" + url}
		if os.Getuid() == 0 {
			bot.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		said, _ := bot.CombinedOutput() // some commands must fail
		return string(said)
	}
}
