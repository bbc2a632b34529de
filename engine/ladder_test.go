package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"othellobot/rules"
)

// TestLadder plays each level against the one below with reduced budgets, every opening once
// with either colour. With fixed seeds and no clock, the counts change only
// if the play does. With OTHELLO_LONG set it plays 200 games for each pair.
func TestLadder(t *testing.T) {
	for n := 2; n <= Levels; n++ {
		t.Run(fmt.Sprintf("level %d – level %d", n, n-1), func(t *testing.T) {
			t.Parallel()
			pairs, budget, least := 30, 0.1, 0.5
			switch {
			case os.Getenv("OTHELLO_LONG") != "":
				pairs, least = 100, 0.6
			case testing.Short():
				pairs, budget, least = 2, 0.01, 0.25
			case n == Levels:
				pairs = 4
			}
			r := match(t, playerOf(scaled(n, budget)), playerOf(scaled(n-1, budget)), pairs)
			t.Log(r)
			if r.share() < least {
				t.Errorf("%v, want at least %v", r, least)
			}
		})
	}
}

// TestLevel1IsForChildren checks that random moves win almost half of the games against level 1,
// and greedy moves more.
func TestLevel1IsForChildren(t *testing.T) {
	for _, test := range []struct {
		name        string
		a, b        strategy
		least, most float64
	}{
		{"level 1 – random", level(1), random, 0.5, 0.6},
		{"greedy – level 1", greedy, level(1), 0.5, 0.65},
	} {
		if r := match(t, test.a, test.b, 500); r.share() < test.least || r.share() > test.most {
			t.Errorf("%s: %v, want %v to %v", test.name, r, test.least, test.most)
		}
	}
}

type results struct{ wins, draws, losses int }

func (r results) games() float64 { return float64(r.wins + r.draws + r.losses) }

func (r results) share() float64 { return (float64(r.wins) + float64(r.draws)/2) / r.games() }

func (r results) String() string {
	variance := (float64(r.wins)+float64(r.draws)/4)/r.games() - r.share()*r.share()
	return fmt.Sprintf("%d wins, %d draws, %d losses: %.1f ± %.1f %%",
		r.wins, r.draws, r.losses, 100*r.share(), 196*math.Sqrt(variance/r.games()))
}

// match plays pairs of games, the second with exchanged colours. They start from random
// openings of eight moves. A search values these openings at four discs or less.
func match(t testing.TB, a, b strategy, pairs int) (r results) {
	judge := NewSearcher(Trained(), testMemory)
	for seed := range uint64(pairs) {
		dice := rand.New(rand.NewPCG(seed, 8))
		start, ok := opening(dice, 8)
		for !ok || math.Abs(judge.Think(t.Context(), start, Limits{Depth: 3}).Value) > 4 {
			start, ok = opening(dice, 8)
		}
		for _, margin := range []int{playOut(t, start, a, b, seed), -playOut(t, start, b, a, seed)} {
			switch {
			case margin > 0:
				r.wins++
			case margin < 0:
				r.losses++
			default:
				r.draws++
			}
		}
	}
	return r
}

func playOut(t testing.TB, p rules.Position, black, white strategy, seed uint64) int {
	positions := gameFrom(t, p, black, white, seed)
	score := positions[len(positions)-1].FinalScore()
	return score.Black - score.White
}
