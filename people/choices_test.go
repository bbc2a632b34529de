package people

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

func TestCoaching(t *testing.T) {
	var c Coaching
	if c.Plays() != 6 {
		t.Errorf("the first game is at level %d", c.Plays())
	}
	for n, played := range []struct {
		level int
		won   bool
		want  Coaching
	}{
		{6, true, Coaching{900, 300}},
		{9, true, Coaching{1200, 300}},
		{12, false, Coaching{990, -210}},
		{10, false, Coaching{780, -210}},
		{8, true, Coaching{927, 147}},
		{9, false, Coaching{825, -102}},
		{14, true, Coaching{100 * game.MaxLevel, 300}}, // the player asked for this level
		{game.MaxLevel, true, Coaching{100 * game.MaxLevel, 300}},
		{1, false, Coaching{100, -300}},
	} {
		if c = c.After(played.level, played.won); c != played.want {
			t.Errorf("after game %d: %+v, want %+v", n+1, c, played.want)
		}
	}
	for range 20 {
		c = c.After(c.Plays(), c.Step < 0)
	}
	if max(c.Step, -c.Step) != minStep {
		t.Errorf("wins and losses by turns lead to %+v", c)
	}
}

// The player wins about half of the games, at any strength except the lowest and the highest level.
func TestCoachingWinsHalf(t *testing.T) {
	for _, worth := range []float64{100, 250} { // rating points per level
		for strength := 2.0; strength < game.MaxLevel; strength++ {
			for seed := range uint64(100) {
				dice, won := rand.New(rand.NewPCG(seed, uint64(strength))), 0
				var c Coaching
				for n := range 210 {
					chance := 1 / (1 + math.Pow(10, (float64(c.Plays())-strength)*worth/400))
					wins := dice.Float64() < chance
					if wins && n >= 10 {
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

// A game with a coach changes the coaching only if it has a winner, on the board or by a late resignation.
func TestUpdateCoaching(t *testing.T) {
	duel := func(opponent game.Player, coached bool, r game.Result) game.Game {
		g := game.NewDuel(1, "p/t/here/", ana, opponent, rules.Black, noon)
		g.Level, g.Coached, g.Phase, g.Result = 6, coached, game.Over, &r
		return g
	}
	won, lost := game.Result{Reason: game.PlayedOut, Decided: true, Winner: rules.Black}, game.Result{Reason: game.PlayedOut, Decided: true, Winner: rules.White}
	forgotten := duel(game.Engine, true, won)
	forgotten.Seats = []game.Seat{{Player: game.Nobody, Color: rules.Black}, {Player: game.Engine, Color: rules.White}}
	for name, c := range map[string]struct {
		game game.Game
		want Coaching
	}{
		"won":                 {duel(game.Engine, true, won), Coaching{900, 300}},
		"lost":                {duel(game.Engine, true, lost), Coaching{300, -300}},
		"drawn":               {duel(game.Engine, true, game.Result{Reason: game.PlayedOut}), Coaching{}},
		"stopped":             {duel(game.Engine, true, game.Result{Reason: game.Stopped}), Coaching{}},
		"resigned at once":    {duel(game.Engine, true, game.Result{Reason: game.Resigned, Decided: true, Winner: rules.White}), Coaching{}},
		"without a coach":     {duel(game.Engine, false, won), Coaching{}},
		"by who is forgotten": {forgotten, Coaching{}},
	} {
		store := newFake()
		err := UpdateCoaching(t.Context(), store, c.game, noon)
		if got, _ := ChoicesOf(t.Context(), store, ana); err != nil || got.Coaching != c.want {
			t.Errorf("%s: %+v, %v, want %+v", name, got.Coaching, err, c.want)
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

func TestHoursAround(t *testing.T) {
	for hour, want := range map[int]Hours{0: 0b110000000000000000000111, 2: 0b11111, 12: 0b11111 << 10, 23: 0b111000000000000000000011} {
		if got := hoursAround(time.Date(2026, time.May, 1, hour, 59, 0, 0, time.UTC)); got != want || got.Len() != 5 {
			t.Errorf("around %d there are %024b, want %024b", hour, got, want)
		}
	}
}

func TestCanMention(t *testing.T) {
	for name, c := range map[string]struct {
		since time.Duration // time since the last mention; 0 if there was none
		at    time.Time
		want  bool
	}{
		"at the hour":       {0, noon, true},
		"two hours later":   {0, noon.Add(2 * time.Hour), true},
		"two hours before":  {0, noon.Add(-2 * time.Hour), true},
		"three hours later": {0, noon.Add(3 * time.Hour), false},
		"at night":          {0, noon.Add(12 * time.Hour), false},
		"told today":        {MentionInterval - time.Minute, noon, false},
		"told yesterday":    {MentionInterval, noon, true},
	} {
		p := Choices{Hours: hoursAround(noon)}
		if c.since > 0 {
			p.LastMention = c.at.Add(-c.since).UnixMilli()
		}
		if got := p.CanMention(c.at); got != c.want {
			t.Errorf("%s: CanMention reports %t", name, got)
		}
	}
}

// A player gets at most two mentions a day that they did not ask for.
func TestMayMention(t *testing.T) {
	of := newFake()
	for _, c := range []struct {
		at   time.Duration
		want bool
	}{{0, true}, {time.Hour, true}, {2 * time.Hour, false}, {MentionInterval - 1, false}, {MentionInterval, true}, {MentionInterval + 1, false}, {MentionInterval + time.Hour, true}} {
		if may, err := TryMention(t.Context(), of, ana, noon.Add(c.at)); may != c.want || err != nil {
			t.Errorf("after %v MayMention returns %t, %v", c.at, may, err)
		}
	}
}

func TestChooseToMention(t *testing.T) {
	store := newFake()
	for n, who := range []game.Player{"c", "b", "a", "asleep", "elsewhere", "d", "unlucky"} {
		list, at := "p/t/", noon
		if who == "asleep" {
			at = noon.Add(12 * time.Hour)
		}
		if who == "elsewhere" {
			list = "p/u/"
		}
		noError(t, Enlist(t.Context(), store, who, list, true, at))
		if who == "c" || who == "d" {
			_, err := TryMention(t.Context(), store, who, noon.Add(time.Duration(n-100)*time.Hour))
			noError(t, err)
		}
	}
	store.onKeep = func(c Change) error { // another call chooses the same person first
		if c.Player == "unlucky" {
			choices := format(Choices{Hours: hoursAround(noon), LastMention: noon.UnixMilli()})
			store.put(Document{Player: c.Player, Kind: ChoicesKind, Version: c.Version, List: "p/t/", Doc: choices})
		}
		return nil
	}
	for _, want := range [][]game.Player{{"b", "c"}, {"d"}, nil} {
		if got, err := ChooseToMention(t.Context(), store, "p/t/", "a", noon, 2); err != nil || !slices.Equal(got, want) {
			t.Errorf("called are %v, %v, want %v", got, err, want)
		}
	}
	lost := errors.New("lost")
	store.onKeep = func(Change) error { return lost }
	if got, err := ChooseToMention(t.Context(), store, "p/t/", "b", noon, 2); !errors.Is(err, lost) || len(got) > 0 {
		t.Errorf("in a broken store there are %v, %v", got, err)
	}
}
