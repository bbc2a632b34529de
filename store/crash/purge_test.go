package crash

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// purgeEnv holds the URL of a store. If it is set, this program purges the store and runs no tests.
const purgeEnv = "OTHELLO_CRASH_PURGE"

// purgeUntilKilled reports two steps of a purge. It is killed after the first, and returns only if it fails.
func purgeUntilKilled(url string, out io.Writer) int {
	ctx := context.Background()
	s, err := store.Open(ctx, url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	to, steps := &journal{to: out}, 0
	for at := time.Now(); steps < 2; at = at.Add(game.PurgePause) {
		more, err := s.Clean(ctx, at)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		if more {
			to.write("a step")
			steps++
		}
	}
	time.Sleep(time.Hour)
	return 1
}

// TestKilledWhilePurging checks that a purge goes on after kills and deletes exactly the purged games.
func TestKilledWhilePurging(t *testing.T) {
	for kind, open := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "othello.db") },
		"postgres": func(t *testing.T) string { return storetest.Postgres(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			purgeAndKill(t, open(t))
		})
	}
}

func purgeAndKill(t *testing.T, url string) {
	const gone, stays = 1500, 3 // enough for several runs
	tenant := func(name string, n int) game.Place { return game.Place(fmt.Sprintf("test/%s/%d/", name, n)) }
	now := time.Now()
	left := func() (left int) {
		over(t, url, func(s *store.Store) {
			rooms, err := s.Rooms(t.Context(), game.RoomFilter{Player: "test//ana"}, gone+stays)
			if err != nil || len(rooms) < stays {
				t.Fatalf("%d duels are left, %v", len(rooms), err)
			}
			left = len(rooms) - stays
		})
		return left
	}
	over(t, url, func(s *store.Store) {
		table := game.NewTable(s, timing)
		for n := range gone + stays {
			at := tenant("gone", n)
			if n >= gone {
				at = tenant("gonf", n)
			}
			g := game.NewDuel(game.ID(n+1), at, "test//ana", "test//bo", rules.Black, now)
			if _, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Now: now}); err != nil {
				t.Fatal(err)
			}
		}
		for _, at := range []time.Time{now.Add(-game.TenantConfirmDelay), now} {
			noError(t, s.Bury(t.Context(), game.NewTombstone("test/gone/", game.LossOfTenant, at)))
		}
	})
	kills := 0
	for before := gone; before > 0; kills++ {
		name := fmt.Sprint("purge-", kills)
		killAfterStep(t, withName(t, url, name))
		waitAlone(t, url, name)
		now := left()
		if now >= before {
			t.Fatalf("%d games are left of %d", now, before)
		}
		before = now
	}
	if kills < 3 {
		t.Errorf("%d kills prove little", kills)
	}
	over(t, url, func(s *store.Store) {
		if room, err := s.Load(t.Context(), tenant("gone", 1), ""); room.Active != nil || err != nil {
			t.Errorf("left: %+v, %v", room, err)
		}
	})
}

func over(t *testing.T, url string, do func(*store.Store)) {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	do(s)
	noError(t, s.Close())
}

func killAfterStep(t *testing.T, url string) {
	t.Helper()
	p := start(t, purgeEnv+"="+url, "", func([]string) bool { return true })
	<-p.ready
	if steps := p.kill(t); len(steps) == 0 {
		t.Error("it made no step")
	}
}

// checkRecords checks that the records count each game that counts once, and that the log has the rated games.
func (r *trial) checkRecords(s people.Store, at game.Place, games []game.Game) {
	r.t.Helper()
	want, rated, log := 0, 0, make(map[int64]bool)
	for _, g := range games {
		_, counts := g.Finished()
		f, err := game.NewTable(s, timing).Finished(r.t.Context(), g.ID)
		if g.CountsRated() {
			rated++
		}
		if n := f.Rated.Entry; n > 0 {
			log[n] = true
		}
		switch {
		case counts:
			want++
			if err != nil {
				r.t.Errorf("%s: nothing is kept of game %v, which counts: %v", at, g.ID, err)
			}
		case !errors.Is(err, game.ErrUnknown):
			r.t.Errorf("%s: game %v does not count: %v", at, g.ID, err)
		}
	}
	whole := len(log) == rated
	for n := range int64(rated) {
		whole = whole && log[n+1]
	}
	if !whole {
		r.t.Errorf("%s: %d games were rated, and their entries are %v", at, rated, log)
	}
	p, err := chat.ParsePlace(string(at))
	noError(r.t, err)
	records, err := s.Records(r.t.Context(), game.Player(userIn(p, "ana").String()))
	noError(r.t, err)
	got := 0
	for _, record := range records {
		got += record.Games()
	}
	if got != want {
		r.t.Errorf("%s: %d games are counted, and %d count", at, got, want)
	}
	r.finished += want
	r.rated += rated
}

func (r *trial) folded(s *store.Store) {
	r.t.Helper()
	if _, wrong, err := s.CheckRatings(r.t.Context()); wrong > 0 || err != nil {
		r.t.Errorf("%d ratings differ from those of the log: %v", wrong, err)
	}
}
