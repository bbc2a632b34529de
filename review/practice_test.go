package review

import (
	"math/rand/v2"
	"os"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestPracticeStandsAlone searches practice positions of beginners' games again, at least
// 18 plies deep or to the end. In 99 of 100 sampled ones the best move must lead every
// other by [MinLead] discs. It plays 20 games and checks 20 positions, or 500 and 200
// with OTHELLO_LONG.
func TestPracticeStandsAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	games, sample := 20, 20
	if os.Getenv("OTHELLO_LONG") != "" {
		games, sample = 500, 200
	}
	type exercise struct {
		position rules.Position
		move     Move
	}
	var all []exercise
	judge, mistakes := engine.NewJudge(), 0
	for n := range games {
		r, err := Of(t.Context(), judge, rules.Start(), beginnersGame(t, uint64(n)), Standard())
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []rules.Color{rules.Black, rules.White} {
			found, err := r.Practice(t.Context(), judge, side)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range found {
				m := r.Moves[at.Number-1]
				if m.Color != side || m.Best == m.Square || len(at.Reasons) == 0 || m.Lost() < leastLost && !(m.Exact && m.BestValue > 0 && m.Value <= 0) {
					t.Errorf("game %d, move %d is to be practised: %+v", n, at.Number, m)
				}
				all = append(all, exercise{r.Positions()[at.Number-1], m})
			}
		}
		for _, at := range r.Moments {
			if r.Costly(at) {
				mistakes++
			}
		}
	}
	dice := rand.New(rand.NewPCG(1, uint64(games)))
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	all, found := all[:min(sample, len(all))], len(all)
	alone := 0
	for _, x := range all {
		if by := aheadSlowly(t, x.position, x.move.Best); by >= MinLead {
			alone++
		} else {
			t.Logf("%v is ahead by %.1f with %d empty squares: %+v", x.move.Best, by, x.move.Empties, x.move)
		}
	}
	t.Logf("%d games, %d costly mistakes, %d to be practised; of %d drawn %d stand alone", games, mistakes, found, len(all), alone)
	if 100*alone < 99*len(all) || found < games {
		t.Errorf("of %d, %d drawn, only %d stand alone", found, len(all), alone)
	}
}

// aheadSlowly returns the lead of a move over every other, in discs. With up to 22 empty
// squares the lead is exact.
func aheadSlowly(t *testing.T, p rules.Position, move rules.Square) (by float64) {
	t.Helper()
	limits := engine.Limits{Depth: 18}
	if p.Empties().Len() <= 22 {
		limits.Depth = 0
	}
	rated := engine.NewSearcher(engine.Trained(), 32<<20).Rate(t.Context(), p, limits, MinLead+1)
	if rated[0].Square != move {
		return rated[len(rated)-1].Value - rated[0].Value
	}
	return rated[0].Value - rated[1].Value
}
