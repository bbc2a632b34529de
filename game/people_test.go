package game

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

func TestPlayers(t *testing.T) {
	open := played(t, NewOpen(1, here, den, noon), "f5d6", ana, bo)
	asked := result(t)(open.Undo(ana, quarter))
	for name, tt := range map[string]struct {
		game Game
		want []Player
	}{
		"nobody":           {NewOpen(1, here, Nobody, noon), nil},
		"its starter":      {openGame(), []Player{ana}},
		"who moved":        {open, []Player{den, ana, bo}},
		"who asks":         {asked, []Player{den, ana, bo}},
		"the engine isn't": {engineDuel(), []Player{ana}},
		"an empty seat":    {NewDuel(1, here, ana, Nobody, rules.White, noon), []Player{ana}},
		"who stopped it":   {result(t)(duel().Stop(cy, true, noon)), []Player{ana, bo, cy}},
		"challenged":       {NewChallenge(1, here, ana, bo, rules.White, noon), []Player{ana, bo}},
	} {
		got := tt.game.Players()
		slices.Sort(got)
		slices.Sort(tt.want)
		if d := diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// sameNames returns true only if the names are the same. For a move of a seated player it always
// returns true.
func TestNamesAs(t *testing.T) {
	same, other, open := 0, 0, 0
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 7))
		kinds := beginnings(t)
		g := kinds[seed%uint64(len(kinds))]
		now := noon
		for range 60 {
			now = now.Add(time.Duration(random.IntN(1000)) * time.Second)
			next, events, err := operations(random, g, now)()
			if err != nil {
				continue
			}
			names, equal := next.sameNames(&g), slices.Equal(next.Players(), g.Players())
			moved, _ := first(events).(Moved)
			_, seated := g.Side(moved.By)
			switch {
			case names != g.sameNames(&next):
				t.Fatalf("seed %d: it depends on who is asked: %+v, %+v", seed, g, next)
			case names && !equal:
				t.Fatalf("seed %d: the same people are in %+v and %+v", seed, g, next)
			case seated && next.Phase == Playing && g.Ask == nil && !names:
				t.Fatalf("seed %d: a seated player's move changes the names: %+v after %+v", seed, next, g)
			case names:
				same++
			case equal:
				open++
			default:
				other++
			}
			g = next
		}
	}
	if same < 100 || other < 100 || open > same {
		t.Errorf("%d same, %d other and %d open prove little", same, other, open)
	}
}

func first(events []Event) Event {
	if len(events) == 0 {
		return nil
	}
	return events[0]
}
