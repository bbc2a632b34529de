package store_test

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

var timing = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}

var noon = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

const here game.Place = "p/team/here/"

func start(t testing.TB, s game.Store, id game.ID, at game.Place, delivery game.Delivery) game.Game {
	t.Helper()
	g := game.NewOpen(id, at, "p//ana", noon)
	return propose(t, s, at, game.Proposal{New: &g, Delivery: delivery, Now: noon}).Game
}

func propose(t testing.TB, s game.Store, at game.Place, p game.Proposal) game.Outcome {
	t.Helper()
	table := game.NewTable(s, timing)
	room, _, err := table.Load(t.Context(), at, "")
	noError(t, err)
	out, err := table.Do(t.Context(), room, p)
	noError(t, err)
	return out
}

var reserve = game.Display{Changes: []game.SlotChange{{Name: "board", Act: game.Reserve}}}

func wantDelivered(t testing.TB, s game.Store, at game.Place, delivery game.Delivery) {
	t.Helper()
	if room, err := s.Load(t.Context(), at, delivery); !room.Knows(delivery) || err != nil {
		t.Errorf("%s does not know %s: %+v, %v", at, delivery, room, err)
	}
}

// note records that message 1 shows the board of a game.
func note(t testing.TB, s game.Store, at game.Place, id game.ID, ref game.Ref) {
	t.Helper()
	_, err := game.NewTable(s, timing).Note(t.Context(), game.Note{Place: at, Game: id, Slot: "board", Post: 1, Shown: 1, Ref: ref, Now: noon})
	noError(t, err)
}

func wantGame(t testing.TB, s game.Store, want game.Game) {
	t.Helper()
	room, err := s.Load(t.Context(), want.Place, "")
	if err != nil || room.Active == nil || room.Active.ID != want.ID || room.Active.Version != want.Version {
		t.Errorf("in %s runs %+v, %v; want game %v in version %d", want.Place, room.Active, err, want.ID, want.Version)
	}
}

func TestFilesArePrivate(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	s := open(t, "sqlite:"+filepath.Join(folder, "othello.db"), timing)
	start(t, s, 1, here, "")
	for name, want := range map[string]fs.FileMode{
		"": 0o700 | fs.ModeDir, "..": 0o700 | fs.ModeDir,
		"othello.db": 0o600, "othello.db-wal": 0o600, "othello.db-shm": 0o600, "othello.db.lock": 0o600,
	} {
		if info, err := os.Stat(filepath.Join(folder, name)); err != nil || info.Mode() != want {
			t.Errorf("%q has mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 4 {
		t.Errorf("there are %v, %v", files, err)
	}
}

func TestFileBecomesPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "othello.db")
	noError(t, os.WriteFile(path, nil, 0o644))
	start(t, open(t, "sqlite:"+path, timing), 1, here, "")
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestOddPath checks that a file name may contain odd characters.
func TestOddPath(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a b", "%20?x=1&_pragma=query_only(1)#日本")
	url := "sqlite:" + filepath.Join(folder, "o?.db")
	first := mustOpen(t, url)
	g := start(t, first, 1, here, "")
	noError(t, first.Close())
	if files, err := os.ReadDir(folder); err != nil || len(files) != 2 { // the lock stays
		t.Errorf("%v, %v", files, err)
	}
	wantGame(t, open(t, url, timing), g)
}

const heldDatabase = "OTHELLO_TEST_HELD_DATABASE"

// TestHoldDatabase is run by TestOneProcess as another process.
func TestHoldDatabase(t *testing.T) {
	url := os.Getenv(heldDatabase)
	if url == "" {
		return
	}
	s := open(t, url, timing)
	start(t, s, 1, here, "")
	_, _ = os.Stdout.WriteString("open\n")
	_, _ = io.Copy(io.Discard, os.Stdin) // until the parent ends, if it does not kill this process
}

// TestOneProcess checks that only one process can open a database, and that another can after the first is killed.
func TestOneProcess(t *testing.T) {
	url := fileURL(t)
	other := exec.Command(os.Args[0], "-test.run=^TestHoldDatabase$")
	other.Env = append(os.Environ(), heldDatabase+"="+url)
	_, err := other.StdinPipe()
	noError(t, err)
	output, err := other.StdoutPipe()
	noError(t, err)
	noError(t, other.Start())
	line := make([]byte, 5)
	if _, err := io.ReadFull(output, line); err != nil || string(line) != "open\n" {
		t.Errorf("the other process said %q, %v", line, err)
	}
	if _, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler)); !errors.Is(err, store.ErrInUse) {
		t.Errorf("opened by two: %v", err)
	}
	noError(t, other.Process.Kill())
	_ = other.Wait() // fails, because it was killed
	s := open(t, url, timing)
	if room, err := s.Load(t.Context(), here, ""); err != nil || room.Active == nil {
		t.Errorf("the other's game is %+v, %v", room.Active, err)
	}
	if _, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler)); !errors.Is(err, store.ErrInUse) {
		t.Errorf("opened twice: %v", err)
	}
}

func TestCheckURL(t *testing.T) {
	for url, good := range map[string]bool{
		"memory:": true, "sqlite:o.db": true, "sqlite:/data/o.db": true,
		"postgres://h/d": true, "postgresql://u:p@h:1/d?sslmode=disable": true,
		"sqlite:///data/o.db": true, "sqlite:d/~x/o 1?.db": true,
		"sqlite:~/o.db": false, "sqlite:~": false, "sqlite: o.db": false, "sqlite:o.db ": false, "sqlite:d/": false, "sqlite:///": false,
		"sqlite://o.db": false, "sqlite:file:o.db": false, "sqlite:o.db?mode=ro": false, "sqlite:o.db?_pragma=x(1)": false,
		"sqlite::memory:": false, "sqlite://:memory:": false, "sqlite:memory": false,
		"": false, "sqlite:": false, "memory": false, "memory:x": false, "mysql://h": false, "data/o.db": false,
	} {
		if err := store.CheckURL(url); (err == nil) != good {
			t.Errorf("%q: %v", url, err)
		}
	}
	if s, err := store.Open(t.Context(), "mysql://u:"+password+"@h", timing, slog.New(slog.DiscardHandler)); s != nil || err == nil || strings.Contains(err.Error(), password) {
		t.Errorf("opened: %v", err)
	}
}
