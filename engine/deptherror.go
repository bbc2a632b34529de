package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// DepthErrors tells how far the values of short searches are from those of
// deeper ones, which is what [Searcher] bets on when it leaves moves out.
type DepthErrors struct {
	weights  *Weights
	searcher *Searcher
	sums     [cutStages][deepestMeasured + 1]struct{ n, sum, squares float64 }
}

// deepestMeasured is the depth of the deepest searches.
const deepestMeasured = 8

// farOff is the most that one position counts for, in discs: a side wiped out
// would hide what all the others have to tell.
const farOff = 16

// NewDepthErrors begins to measure.
func NewDepthErrors(w *Weights) *DepthErrors {
	const bytes = 8 << 20
	s := NewSearcher(w, bytes)
	s.fullWidth = true
	return &DepthErrors{weights: w, searcher: s}
}

// Add searches a position, seen by the side to move, to all depths. Those near the
// end are left out, since they are solved.
func (d *DepthErrors) Add(ctx context.Context, own, opp rules.Bitboard) {
	b := board{own, opp}
	empties := b.empties().Len()
	if empties < deepestMeasured+4 || b.moves() == 0 {
		return
	}
	var values [deepestMeasured + 1]float64
	for depth := 1; depth <= deepestMeasured; depth++ {
		found := d.searcher.Think(ctx, b.position(), Limits{Depth: depth})
		values[depth] = found.Value
		if shallow := shallowDepth(depth); shallow > 0 {
			sum := &d.sums[cutStage(empties)][depth]
			miss := max(-farOff, min(values[depth]-values[shallow], farOff))
			sum.n++
			sum.sum += miss
			sum.squares += miss * miss
		}
	}
}

// Deviation is the standard deviation in discs for searches to a depth from
// positions with about so many empty squares, and the number of positions.
func (d *DepthErrors) Deviation(empties, depth int) (discs float64, positions int) {
	sum := d.sums[cutStage(empties)][depth]
	if sum.n == 0 {
		return 0, 0
	}
	mean := sum.sum / sum.n
	return math.Sqrt(sum.squares/sum.n - mean*mean), int(sum.n)
}
