package review

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestPracticeStandsAlone searches practice positions of beginners' games again, 18 plies deep or to the end.
// In 99 % of the sampled positions the best move must lead every other by [MinLead] discs. It plays 20 games
// and checks 20 positions, or 500 and 200 with OTHELLO_LONG.
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
		r := beginnersReview(t, judge, uint64(n), Standard())
		for _, side := range []rules.Color{rules.Black, rules.White} {
			found, err := r.Practice(t.Context(), judge, side)
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range found {
				m := r.Moves[at.Number-1]
				if m.Color != side || m.Best == m.Square || at.Reason.Kind == NoReason || m.Label() < Mistake {
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
// squares, leads up to MinLead are exact.
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

// TestCompareAgreesWithReviews compares the results of Compare with reviews. The best move of
// a review must be no worse than the played one, and exact values must be the same.
func TestCompareAgreesWithReviews(t *testing.T) {
	judge, limits := engine.NewJudge(), Limits{Positions: 3000, SolveEmpties: 12, SolvePositions: 1 << 18}
	exact := 0
	for seed := range uint64(12) {
		r := beginnersReview(t, judge, seed, limits)
		for _, at := range r.Moments {
			p, want := r.Positions()[at.Number-1], r.Moves[at.Number-1]
			got, why, err := Compare(t.Context(), judge, p, want.Square, want.Best, limits)
			if err != nil || got.Lost() < 0 || why.Line[0] != want.Square || why.BestLine[0] != want.Best {
				t.Fatalf("%+v, %+v, %v", got, why, err)
			}
			if want.Exact && got.Exact {
				exact++
				if got.Value != want.Value || got.BestValue != want.BestValue || got.Label() != want.Label() {
					t.Errorf("game %d, move %d: %+v, in the review %+v", seed, at.Number, got, want)
				}
			}
		}
	}
	if exact < 5 {
		t.Errorf("only %d were exact", exact)
	}
}

// TestWarn checks that Warn warns of nine in ten moves that lose ten discs or more by a longer search, and of at
// most three in a hundred that lose less than two. The command lab/mill checks more games.
func TestWarn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	judge, bad, sound := engine.NewJudge(), [2]int{}, [2]int{}
	for seed := range uint64(2) {
		r := beginnersReview(t, judge, seed, Limits{Positions: 60_000, SolveEmpties: 16, SolvePositions: 1 << 40})
		for i, m := range r.Moves {
			if m.Choices < 2 || m.Lost() >= 2 && m.Lost() < 10 {
				continue
			}
			_, why, warned, err := Warn(t.Context(), judge, r.Positions()[i], m.Square, Standard())
			if err != nil || warned && why.Line[0] != m.Square {
				t.Fatalf("%+v, %v", why, err)
			}
			count := &sound
			if m.Lost() >= 10 {
				count = &bad
			}
			count[0]++
			if warned {
				count[1]++
			}
		}
	}
	if bad[0] < 20 || bad[1]*10 < bad[0]*9 || sound[1]*100 > sound[0]*3 {
		t.Errorf("warned before %d of %d bad moves, %d of %d sound ones", bad[1], bad[0], sound[1], sound[0])
	}
}

// TestAccuracyIgnoresTheLead checks that two sides that lose equally many discs per choice
// get the same accuracy, although one is far ahead.
func TestAccuracyIgnoresTheLead(t *testing.T) {
	var r Review
	for n := range 2 * MinChoices {
		color, most := rules.Color(n%2), -20.0
		if color == rules.Black {
			most = 30
		}
		lost := 2 * float64(1+n/2%2) // 2 and 4 discs in turn
		r.Moves = append(r.Moves, Move{Color: color, Empties: 60 - n, Choices: 5, Best: 1, Value: most - lost, BestValue: most})
	}
	r.Moves = append(r.Moves, Move{Color: rules.Black, Choices: 1, Value: 7, BestValue: 7}) // no choice
	r.sum()
	for c, s := range r.Sides {
		if s.Choices != MinChoices || math.Abs(s.Lost-3) > 1e-9 || math.Abs(s.Accuracy-74) > 1 {
			t.Errorf("%v: %+v, want 3 discs lost a choice and 74 %%", rules.Color(c), s)
		}
	}
}

func TestAccuracyOf(t *testing.T) {
	last := AccuracyOf(-1)
	if last != 100 || AccuracyOf(0) != 100 {
		t.Errorf("nothing lost: %v", last)
	}
	for tenths := 1; tenths <= 1280; tenths++ {
		now := AccuracyOf(float64(tenths) / 10)
		if now >= last || now < 0 {
			t.Fatalf("%v discs lost: %v, with less %v", float64(tenths)/10, now, last)
		}
		last = now
	}
}
