package bot

import (
	"testing"

	"othellobot/people"
	"othellobot/review"
	"othellobot/words"
)

// TestWeakSpot checks that the weak spot is the most frequent fault, once it occurs in enough
// games.
func TestWeakSpot(t *testing.T) {
	const corner, squeezed, greedy, only = 1 << review.CornerOpened, 1 << review.Squeezed, 1 << review.Greedy, 1 << review.OnlyWin
	games := func(faults ...uint32) (all []people.Exercise) {
		for _, f := range faults {
			all = append(all, people.Exercise{Faults: f}, people.Exercise{Number: 7, Faults: greedy})
		}
		return all
	}
	for name, c := range map[string]struct {
		all  []people.Exercise
		want words.Message
	}{
		"nothing":          {nil, nil},
		"four games":       {games(corner, corner, corner, corner), nil},
		"seldom":           {games(corner, corner, squeezed, greedy, only, 0), nil},
		"corners":          {games(corner, corner, corner|1<<review.CornerGiven, squeezed, greedy|squeezed), words.WeakCorners{Games: 3, Of: 5}},
		"mobility":         {games(squeezed, squeezed|corner, 1<<review.Mobility, 0, 1<<review.FewMoves), words.WeakMoves{Games: 4, Of: 5}},
		"greed":            {games(greedy, greedy, greedy, 0, 0, 0), words.WeakGreed{Games: 3, Of: 6}},
		"endings":          {games(only, only, only, corner, 0, only), words.WeakEnds{Games: 4, Of: 6}},
		"in few of twenty": {games(corner, corner, corner, corner, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), nil},
	} {
		if got := weakSpot(c.all); got != c.want {
			t.Errorf("%s: %#v, want %#v", name, got, c.want)
		}
	}
}
