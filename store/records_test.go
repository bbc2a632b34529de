package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// TestRatingsAreTheFold checks that the stored ratings follow from the log, even after annulments.
func TestRatingsAreTheFold(t *testing.T) {
	games, annulled := 300, 5
	if os.Getenv("OTHELLO_LONG") != "" {
		games, annulled = 100_000, 200
	}
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		random := rand.New(rand.NewPCG(1, 2))
		people := make([]game.Player, min(500, games/10))
		for n := range people {
			people[n] = game.Player(fmt.Sprint("p//", n))
		}
		var log []game.Finished
		for id := range games {
			one := random.IntN(len(people))
			other := (one + 1 + random.IntN(8)) % len(people)
			log = append(log, rate(t, s, random, game.ID(id+1), people[one], people[other], noon.Add(time.Duration(id)*2*time.Minute)))
		}
		wantFolded := func() {
			t.Helper()
			is, _, err := s.Ratings(t.Context(), here.Tenant(), people...)
			noError(t, err)
			slices.SortFunc(is, func(a, b game.Rating) int { return strings.Compare(string(a.Player), string(b.Player)) })
			should := game.LadderOf(log, nil).Ratings(slices.Sorted(slices.Values(people))...)
			if d := gocmp.Diff(should, is); d != "" {
				t.Fatalf("the ratings (-want +got):\n%s", d)
			}
		}
		wantFolded()
		kept, wrong, err := s.CheckRatings(t.Context())
		if kept != len(people) || wrong > 0 || err != nil {
			t.Errorf("of %d ratings %d are wrong, %v", kept, wrong, err)
		}
		for range annulled {
			f := &log[random.IntN(games)]
			n, err := s.Annul(t.Context(), here.Tenant(), game.Annulment{Game: f.Game})
			if len(n) != 1 && !f.Rated.Annulled || err != nil {
				t.Fatal(n, err)
			}
			f.Rated.Annulled = true
			wantFolded()
		}
		left := log[0].Black // a player who is being forgotten, but still named in games
		execute(t, kind, url, `DELETE FROM ratings WHERE player = $1`, left)
		log = append(log, rate(t, s, random, game.ID(games+1), left, log[0].White, noon.Add(timing.Retention)))
		wantFolded()
	})
}

func rate(t *testing.T, s *store.Store, random *rand.Rand, id game.ID, black, white game.Player, now time.Time) game.Finished {
	t.Helper()
	begun := game.NewDuel(id, here, black, white, rules.Black, now)
	for range random.IntN(4) {
		var err error
		p := begun.Position()
		begun, _, err = begun.Play(begun.Player(p.ToMove), p.Legal().First(), now)
		noError(t, err)
	}
	begun.Rated, begun.Version = true, 1
	over := begun
	over.Phase, over.Version, over.At = game.Over, 2, now.UnixMilli()
	over.Result = &game.Result{Reason: game.TimedOut, Decided: random.IntN(20) > 0, Winner: rules.Color(random.IntN(2))}
	room, err := s.Load(t.Context(), here, "")
	noError(t, err)
	c := game.Change{
		Before: room.Version, Room: game.Room{Place: here, Version: room.Version + 1, Last: &over}, Due: now.UnixMilli(), Now: now,
		Steps: []game.Step{{After: &begun}, {Before: &begun, After: &over}}, Past: []game.Past{{Game: over}},
	}
	noError(t, s.Save(t.Context(), c))
	f, err := game.NewTable(s, timing).Finished(t.Context(), id)
	noError(t, err)
	return f
}
