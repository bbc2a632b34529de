package store_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// TestRebuild checks that records are the sums of the finished games, also after deletions and in a backup.
func TestRebuild(t *testing.T) {
	duels := 400
	if testing.Short() {
		duels = 120
	}
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		people := manyDuels(t, s, duels)
		before := recordsOf(t, s, people)
		if len(before) < 20 {
			t.Fatalf("%d records prove little", len(before))
		}
		wantRebuilt(t, s, people, before)
		if kind != "sqlite" {
			return
		}
		copied := filepath.Join(t.TempDir(), "copy.db")
		noError(t, store.Backup(t.Context(), url, copied))
		restored := open(t, "sqlite:"+copied, timing)
		wantRebuilt(t, restored, people, before)
	})
}

func wantRebuilt(t *testing.T, s *store.Store, people []game.Player, want []string) {
	t.Helper()
	noError(t, store.Rebuild(t.Context(), s))
	if d := gocmp.Diff(want, recordsOf(t, s, people)); d != "" {
		t.Errorf("the recomputed records (-want +got):\n%s", d)
	}
}

func recordsOf(t *testing.T, s game.Store, people []game.Player) (all []string) {
	t.Helper()
	for _, p := range people {
		found, err := s.Records(t.Context(), p)
		noError(t, err)
		for _, r := range found {
			all = append(all, fmt.Sprintf("%s %+v", p, r))
		}
	}
	slices.Sort(all)
	return all
}

func manyDuels(t *testing.T, s game.Store, games int) (people []game.Player) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 6 {
		people = append(people, game.Player(fmt.Sprint("p//", n)))
	}
	for id := range games {
		now := noon.Add(time.Duration(random.IntN(1000)) * time.Hour) // clocks differ
		at := game.Place(fmt.Sprintf("p/%d/%d/", random.IntN(3), random.IntN(3)))
		g := randomDuel(random, game.ID(id+1), at, people, now)
		begun := propose(t, s, at, game.Proposal{New: &g, Now: now}).Game
		if random.IntN(20) == 0 { // while the game runs
			forget(t, s, people[random.IntN(len(people))], now)
		}
		loser := rules.Color(random.IntN(2))
		if room, err := s.Load(t.Context(), at, ""); err != nil || room.Active == nil {
			continue // the forgotten player has resigned
		}
		if random.IntN(10) == 0 {
			drawn, last := storetest.AlmostDrawn(game.ID(1000+id), "p/2/drawn/", people[1], game.Engine)
			propose(t, s, drawn.Place, game.Proposal{New: &drawn, Now: now})
			propose(t, s, drawn.Place, game.Proposal{Game: drawn.ID, Now: now, Operation: game.Play(last), By: drawn.Player(drawn.Position().ToMove)})
		}
		propose(t, s, at, game.Proposal{Game: begun.ID, Now: now, Operation: func(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
			if random.IntN(10) == 0 {
				return g.Stop("p//mo", true, now)
			}
			return g.Resign(g.Player(loser), now)
		}})
		if random.IntN(60) == 0 {
			noError(t, storetest.Purge(t.Context(), s, string(at)))
		}
	}
	forget(t, s, people[0], noon)
	noError(t, storetest.Purge(t.Context(), s, "p/0/"))
	return people
}

func forget(t *testing.T, s game.Store, p game.Player, now time.Time) {
	t.Helper()
	noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, p, now))
}

func randomDuel(random *rand.Rand, id game.ID, at game.Place, people []game.Player, now time.Time) game.Game {
	one, other := people[random.IntN(len(people))], game.Engine
	if random.IntN(2) == 0 {
		for other == game.Engine || other == one {
			other = people[random.IntN(len(people))]
		}
	}
	g := game.NewDuel(id, at, one, other, rules.Color(random.IntN(2)), now)
	if other == game.Engine {
		g.Level = uint8(1 + random.IntN(2))
	}
	return long(g)
}
