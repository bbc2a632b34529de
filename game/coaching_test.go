package game

import (
	"math"
	"math/rand/v2"
	"testing"

	"othellobot/rules"
)

func TestCoaching(t *testing.T) {
	var c Coaching
	if c.Plays() != 4 {
		t.Errorf("the first game is at level %d", c.Plays())
	}
	for n, game := range []struct {
		level int
		won   bool
		want  Coaching
	}{
		{4, true, Coaching{600, 200}},
		{6, true, Coaching{800, 200}},
		{8, false, Coaching{660, -140}},
		{7, false, Coaching{520, -140}},
		{5, true, Coaching{618, 98}},
		{6, false, Coaching{550, -68}},
		{9, true, Coaching{1000, 200}}, // as asked for
		{10, true, Coaching{1000, 200}},
		{1, false, Coaching{100, -200}},
	} {
		if c = c.After(game.level, game.won); c != game.want {
			t.Errorf("after game %d: %+v, want %+v", n+1, c, game.want)
		}
	}
	for range 20 {
		c = c.After(c.Plays(), c.Step < 0)
	}
	if max(c.Step, -c.Step) != leastStep {
		t.Errorf("wins and losses by turns lead to %+v", c)
	}
}

// Whoever is a level away from the weakest and the strongest wins about half of their games.
func TestCoachingWinsHalf(t *testing.T) {
	for _, worth := range []float64{100, 250} { // points of rating a level
		for strength := 2.0; strength < Levels; strength++ {
			for seed := range uint64(100) {
				dice, won := rand.New(rand.NewPCG(seed, uint64(strength))), 0
				var c Coaching
				for game := range 210 {
					chance := 1 / (1 + math.Pow(10, (float64(c.Plays())-strength)*worth/400))
					wins := dice.Float64() < chance
					if wins && game >= 10 {
						won++
					}
					c = c.After(c.Plays(), wins)
				}
				if won < 84 || won > 116 {
					t.Errorf("a strength of %.1f, where a level is worth %.0f: %d of 200 won", strength, worth, won)
				}
			}
		}
	}
}

// What a coach learns from a game: nothing but who has won it, on the board or by giving up late.
func TestLearn(t *testing.T) {
	duel := func(opponent Player, coached bool, r Result) Game {
		g := NewDuel(1, here, ana, opponent, rules.Black, noon)
		g.Level, g.Coached = 4, coached
		g, _, err := g.end(r, noon)
		noError(t, err)
		return g
	}
	won, lost := Result{Reason: PlayedOut, Decided: true, Winner: rules.Black}, Result{Reason: PlayedOut, Decided: true, Winner: rules.White}
	forgotten := duel(Engine, true, won)
	forgotten.Seats = []Seat{{Nobody, rules.Black}, {Engine, rules.White}}
	for name, c := range map[string]struct {
		game Game
		want Coaching
	}{
		"won":                 {duel(Engine, true, won), Coaching{600, 200}},
		"lost":                {duel(Engine, true, lost), Coaching{200, -200}},
		"drawn":               {duel(Engine, true, Result{Reason: PlayedOut}), Coaching{}},
		"stopped":             {duel(Engine, true, Result{Reason: Stopped}), Coaching{}},
		"resigned at once":    {duel(Engine, true, Result{Reason: Resigned, Decided: true, Winner: rules.White}), Coaching{}},
		"without a coach":     {duel(Engine, false, won), Coaching{}},
		"by who is forgotten": {forgotten, Coaching{}},
	} {
		store := newFakeStore(t)
		err := Learn(t.Context(), store, c.game, noon)
		if got := store.persons[ana].Choices.Coaching; err != nil || got != c.want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, c.want)
		}
		if _, counts := c.game.Finished(); c.game.Coached && counts {
			t.Errorf("%s: it counts", name)
		}
		if c.game.Player(rules.Black) == ana {
			again, err := c.game.Rematch(2, ana, noon)
			if err != nil || again.Coached != c.game.Coached {
				t.Errorf("%s: the rematch has a coach: %t, %v", name, again.Coached, err)
			}
		}
	}
}
