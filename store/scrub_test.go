package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// wantNowhere looks for texts in the files of a database, and in a new backup.
func wantNowhere(t *testing.T, path string, texts ...string) {
	t.Helper()
	backup := filepath.Join(t.TempDir(), "backup.db")
	noError(t, store.Backup(t.Context(), "sqlite:"+path, backup))
	files, err := filepath.Glob(path + "*")
	if err != nil || len(files) < 3 {
		t.Errorf("the files are %v, %v", files, err)
	}
	for _, file := range append(files, backup) {
		content, err := os.ReadFile(file)
		noError(t, err)
		for _, text := range texts {
			if n := bytes.Count(content, []byte(text)); n > 0 {
				t.Errorf("%q is %d times in %s", text, n, filepath.Base(file))
			}
		}
	}
}

func fileContains(t *testing.T, file, text string) bool {
	t.Helper()
	content, err := os.ReadFile(file)
	noError(t, err)
	return bytes.Contains(content, []byte(text))
}

// playAlot plays many games, so that pages are split, emptied and used again.
func playAlot(t *testing.T, s *store.Store, p game.Player) {
	t.Helper()
	games := 600
	if testing.Short() {
		games = 150
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range games {
		at := game.Place(fmt.Sprintf("p/crowd/%d/", random.IntN(games)))
		g := game.NewDuel(game.ID(random.Uint64()), at, p, game.Player(fmt.Sprintf("p//other%d", n%50)), rules.Black, noon)
		room, err := s.Load(t.Context(), at, "")
		noError(t, err)
		if room.Active == nil {
			propose(t, s, at, game.Proposal{New: &g, Delivery: game.Delivery(fmt.Sprint("crowd", n)), Now: noon, Display: reserve})
			continue
		}
		propose(t, s, at, game.Proposal{Game: room.Active.ID, By: p, Now: noon, Operation: game.Stop(true)})
	}
}

// TestDeletedIsUnreadable checks that no file, nor a later copy, contains deleted data.
func TestDeletedIsUnreadable(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	path := filepath.Join(t.TempDir(), "othello.db")
	s := open(t, "sqlite:"+path, timing)
	const ana, bo game.Player = "p//4711ana", "p//4711bo"
	const token = "xoxb-4711-token"
	playAlot(t, s, ana)
	involve(t, s, ana, 100)
	involve(t, s, bo, 200)
	bystander := game.NewDuel(999, "p/elsewhere/1/", "p//4711cy", "p//4711den", rules.Black, noon)
	propose(t, s, bystander.Place, game.Proposal{New: &bystander, Now: noon, Display: reserve})
	for n := range 40 {
		noError(t, s.Installs.Save(t.Context(), fmt.Sprint("T", n), []byte(strings.Repeat(token, n+1))))
	}
	if !fileContains(t, path+"-wal", string(ana)) && !fileContains(t, path, string(ana)) {
		t.Fatal("the files do not contain the player before the deletion")
	}

	garble(t, s, "sqlite", "sqlite:"+path, ana)
	end := meanwhile(t, s, 100)
	err := game.NewTable(s, timing).Forget(t.Context(), s, s, ana, noon.Add(time.Hour))
	end()
	noError(t, err)
	wantNowhere(t, path, string(ana))
	for n := range 40 {
		noError(t, s.Installs.Delete(t.Context(), fmt.Sprint("T", n)))
	}
	scrubNextDay(t, s, path)
	wantNowhere(t, path, string(ana), token)
	noError(t, storetest.Purge(t.Context(), s, "p/team/"))
	scrubNextDay(t, s, path)
	wantNowhere(t, path, string(ana), token, string(bo), "p/team/")
	roomOf(t, s, bystander.Place)
}

// scrubNextDay scrubs a database as if its last rewrite was on an earlier day.
func scrubNextDay(t *testing.T, s *store.Store, path string) {
	t.Helper()
	execute(t, "sqlite", "sqlite:"+path, "PRAGMA user_version = 1")
	noError(t, store.Scrub(t.Context(), s))
}

func roomOf(t *testing.T, s *store.Store, at game.Place) *game.Game {
	t.Helper()
	room, err := s.Load(t.Context(), at, "")
	if err != nil || room.Active == nil {
		t.Fatalf("the room is %+v, %v", room, err)
	}
	return room.Active
}

// Scrub cannot remove deleted data from the journal while a reader uses it. Changes go on meanwhile.
func TestScrubWaitsForReaders(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "othello.db")
	s := open(t, "sqlite:"+path, timing)
	const ana game.Player = "p//4711ana"
	involve(t, s, ana, 100)
	db, err := sql.Open("sqlite", "file:"+path)
	noError(t, err)
	defer db.Close()
	reader, err := db.Begin()
	noError(t, err)
	var games int
	if err := reader.QueryRow(`SELECT COUNT(*) FROM rooms`).Scan(&games); err != nil || games == 0 {
		t.Fatal(games, err)
	}
	s.SetLimits(store.Limits{Search: 500 * time.Millisecond})
	noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, ana, noon.Add(time.Hour)))
	start(t, s, 9000, "p/there/", "")
	within, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := store.Scrub(within, s); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a reader the log is emptied: %v", err)
	}
	if !fileContains(t, path+"-wal", string(ana)) {
		t.Error("the reader does not hold up anything")
	}
	noError(t, reader.Rollback())
	noError(t, store.Scrub(t.Context(), s))
	wantNowhere(t, path, string(ana))
}

// TestPagesOfAMove checks how many pages a move with its note writes.
func TestPagesOfAMove(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel() // it mostly waits for notes
	const channels, begun, moves = 100, 8, 50
	path := filepath.Join(t.TempDir(), "othello.db")
	s := mustOpen(t, "sqlite:"+path)
	defer s.Close()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)")
	noError(t, err)
	defer db.Close()
	movers := make([]*mover, channels)
	for i := range movers {
		movers[i] = newMover(t, s, i)
	}
	for range begun {
		eachOf(channels, func(i int) { movers[i].move() })
	}
	total, counted, before := 0, 0, framesOf(t, db)
	for range moves {
		movers[rand.IntN(channels)].move()
		after := framesOf(t, db)
		if after > before { // otherwise the journal was restarted
			total, counted = total+after-before, counted+1
		}
		before = after
	}
	each := float64(total) / float64(counted)
	t.Logf("a move writes %.2f pages, %.1f kB", each, each*frame/1000)
	if each > 5 {
		t.Errorf("a move writes %.2f pages", each)
	}
}

// rewrites returns a number that grows with each rewrite of the database file.
func rewrites(t *testing.T, url string) int {
	t.Helper()
	return count(t, "sqlite", url, "PRAGMA schema_version") // VACUUM raises it
}

// TestRewrittenOnceADay checks that the file is rewritten once a day, if there were deletions.
func TestRewrittenOnceADay(t *testing.T) {
	t.Parallel()
	url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
	s := open(t, url, timing)
	involve(t, s, "p//ana", 100)
	noError(t, store.Scrub(t.Context(), s))
	first := rewrites(t, url)
	for n := range 5 {
		p := game.Player(fmt.Sprint("p//", n))
		noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, p, noon.Add(time.Hour)))
	}
	if n := rewrites(t, url) - first; n > 0 {
		t.Errorf("on one day the file is rewritten %d times more", n)
	}
	scrubNextDay(t, s, strings.TrimPrefix(url, "sqlite:"))
	noError(t, store.Scrub(t.Context(), s))
	if n := rewrites(t, url) - first; n != 1 {
		t.Errorf("on the next day the file is rewritten %d times", n)
	}
}

// TestRewrittenAfterARestart checks that a restart causes one rewrite: the earlier process may have deleted data.
func TestRewrittenAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
		during(t, url, func(s *store.Store) {
			for range 2 { // the first call rewrites it
				noError(t, store.Scrub(t.Context(), s))
			}
		})
		before := rewrites(t, url)
		during(t, url, func(*store.Store) {
			for _, c := range []struct{ hours, want int }{{12, 0}, {25, 1}, {72, 1}} {
				time.Sleep(time.Duration(c.hours) * time.Hour)
				if n := rewrites(t, url) - before; n != c.want {
					t.Errorf("%d hours later the file was rewritten %d times, want %d", c.hours, n, c.want)
				}
			}
		})
	})
}
