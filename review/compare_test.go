package review

import (
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestCompareAgreesWithReviews compares the results of Compare with reviews. The best move of
// a review must be no worse than the played one, and exact values must be the same.
func TestCompareAgreesWithReviews(t *testing.T) {
	judge, limits := engine.NewJudge(), Limits{Positions: 3000, Exact: 12, Solving: 1 << 18}
	exact := 0
	for seed := range uint64(4) {
		r, err := Of(t.Context(), judge, rules.Start(), beginnersGame(t, seed), limits)
		if err != nil {
			t.Fatal(err)
		}
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

// TestWarn checks that a warning precedes nine of ten moves that lose ten discs or more
// by a longer search. It may precede at most three of a hundred that lose less than two.
// The command lab/mill checks more games.
func TestWarn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	judge, bad, sound := engine.NewJudge(), [2]int{}, [2]int{}
	for seed := range uint64(2) {
		r, err := Of(t.Context(), judge, rules.Start(), beginnersGame(t, seed), Limits{Positions: 60_000, Exact: 16, Solving: 1 << 40})
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range r.Moves {
			if m.Choices < 2 || m.Lost() >= 2 && m.Lost() < 10 {
				continue
			}
			why, warned, err := Warn(t.Context(), judge, r.Positions()[i], m.Square, Standard())
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
