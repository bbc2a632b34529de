package game

import (
	"math/rand/v2"
	"testing"
	"time"

	"othellobot/rules"
)

func TestDuels(t *testing.T) {
	table := NewTable(nil, timing)
	for i, g := range []Game{
		duel(), engineDuel(), NewOpen(0, "", cy, noon),
		NewDuel(0, "", bo, Nobody, rules.Black, noon),
		NewChallenge(0, "", ana, cy, rules.Black, noon),
		NewChallenge(0, "", bo, ana, rules.Black, noon),
	} {
		g.ID, g.Place = ID(i+1), Place(rune('a'+i))
		if _, err := addTo(t.Context(), table, g, "", noon); err != nil {
			t.Fatal(err)
		}
	}
	want := func(p Player, running, open, refused int) {
		t.Helper()
		if d := duels(t, table, p); d.Running != running || len(d.Open) != open || len(d.Refused) != refused {
			t.Errorf("%q: %d running, %d open, %d refused; want %d, %d, %d", p, d.Running, len(d.Open), len(d.Refused), running, open, refused)
		}
	}
	want(ana, 2, 2, 0)
	want(bo, 2, 1, 0)
	want(cy, 0, 1, 0)
	want(Engine, 0, 0, 0)
	want(Nobody, 0, 0, 0)

	update(t, table, "e", 5, func(g Game) (Game, []Event, error) { return g.Decline(cy, noon) })
	update(t, table, "f", 6, func(g Game) (Game, []Event, error) { return g.Accept(ana, noon) })
	update(t, table, "d", 4, func(g Game) (Game, []Event, error) { return g.Join(cy, noon) })
	update(t, table, "c", 3, func(g Game) (Game, []Event, error) { return g.Engage(g.Starter, 1, noon) })
	want(ana, 3, 0, 1)
	want(bo, 3, 0, 0)
	want(cy, 2, 0, 1)
	if d, err := table.Duels(t.Context(), cy, noon.Add(DeclinePeace)); err != nil || len(d.Refused) != 0 {
		t.Errorf("refused for ever: %+v, %v", d, err)
	}
	update(t, table, "a", 1, func(g Game) (Game, []Event, error) { return g.Resign(ana, noon) })
	want(ana, 2, 0, 1)
	want(bo, 2, 0, 0)
}

// TestDuelsAgree has anything at all done in a few places, and compares what the
// table knows of each player's duels with a count by hand.
func TestDuelsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	table := NewTable(nil, timing)
	places := []Place{"a", "b", "c"}
	now := noon
	for i := range 4000 {
		now = now.Add(time.Duration(random.IntN(3600)) * time.Second)
		at := places[random.IntN(len(places))]
		if i%7 == 0 {
			g := beginnings(t)[random.IntN(6)]
			g.ID, g.Place, g.At = ID(i+1), at, now.UnixMilli()
			_, _ = addTo(t.Context(), table, g, "", now) // may be refused
		}
		for g := range room(t, table, at).games() {
			_, _, _ = updateIn(t.Context(), table, at, g.ID, "", now, func(g Game) (Game, []Event, error) { return operations(random, g, now)() })
		}
		if i%11 == 0 {
			due(t, table, now, 9)
		}
		for _, p := range []Player{ana, bo, cy, den} {
			got, err := table.Duels(t.Context(), p, now)
			if err != nil {
				t.Fatal(err)
			}
			var want Duels
			for _, at := range places {
				for g := range room(t, table, at).games() {
					_, seated := g.Side(p)
					switch {
					case !seated || g.Mode == Open:
					case g.Phase == Playing:
						want.Running++
					case g.Phase == Challenged:
						want.Open = append(want.Open, *g)
					case g.Result.Reason == Declined && now.Before(g.Since().Add(DeclinePeace)):
						want.Refused = append(want.Refused, *g)
					}
				}
			}
			if got.Running != want.Running || len(got.Open) != len(want.Open) || len(got.Refused) != len(want.Refused) {
				t.Fatalf("step %d: %q has %+v, want %+v", i, p, got, want)
			}
		}
	}
}
