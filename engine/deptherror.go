package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// DepthErrors tells how far the values of short searches are from those of
// deeper ones. [Searcher] relies on that difference when it leaves moves out.
type DepthErrors struct {
	weights  *Weights
	searcher *Searcher
	shallow  [cutStages][deepestMeasured + 1]misses // of the shorter search that ProbCut makes
	static   [cutStages][deepestMeasured + 1]misses // of the evaluation
}

// misses are how far values were off, in discs.
type misses struct{ n, sum, squares float64 }

// add counts one, of no more than farOff.
func (m *misses) add(miss float64) {
	miss = max(-farOff, min(miss, farOff))
	m.n++
	m.sum += miss
	m.squares += miss * miss
}

// deviation is their standard deviation, and their number.
func (m *misses) deviation() (discs float64, count int) {
	if m.n == 0 {
		return 0, 0
	}
	mean := m.sum / m.n
	return math.Sqrt(m.squares/m.n - mean*mean), int(m.n)
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
	values := [deepestMeasured + 1]float64{d.weights.Value(own, opp)}
	for depth := 1; depth <= deepestMeasured; depth++ {
		found := d.searcher.Think(ctx, b.position(), Limits{Depth: depth})
		values[depth] = found.Value
		d.static[cutStage(empties)][depth].add(values[depth] - values[0])
		if shallow := shallowDepth(depth); shallow > 0 {
			d.shallow[cutStage(empties)][depth].add(values[depth] - values[shallow])
		}
	}
}

// Deviation is the standard deviation in discs of searches to a depth from the
// shorter ones, from positions with about so many empty squares, and the number of
// positions.
func (d *DepthErrors) Deviation(empties, depth int) (discs float64, positions int) {
	return d.shallow[cutStage(empties)][depth].deviation()
}

// StaticDeviation is Deviation from the evaluation instead of shorter searches.
func (d *DepthErrors) StaticDeviation(empties, depth int) (discs float64, positions int) {
	return d.static[cutStage(empties)][depth].deviation()
}
