package review

import (
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// Compare says of the moments of a game what their review says: the best move is no worse, and
// what is exact is the same.
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
				if got.Value != want.Value || got.Most != want.Most || got.Label() != want.Label() {
					t.Errorf("game %d, move %d: %+v, in the review %+v", seed, at.Number, got, want)
				}
			}
		}
	}
	if exact < 5 {
		t.Errorf("only %d were exact", exact)
	}
}
