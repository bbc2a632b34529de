package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

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
