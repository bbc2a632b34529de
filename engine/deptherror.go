package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// DepthErrors measures how far the values of short searches are from those of deeper
// ones. [Searcher] relies on that difference when it skips moves.
type DepthErrors struct {
	weights *Weights
	player  *Searcher
	whole   *Searcher
	shallow [cutStages][deepestMeasured + 1]misses // of the shorter search that ProbCut makes
	static  [cutStages][deepestMeasured + 1]misses // of the evaluation
}

// misses sums up errors, in discs.
type misses struct{ n, sum, squares float64 }

// add counts one error, clamped to maxMiss.
func (m *misses) add(miss float64) {
	miss = max(-maxMiss, min(miss, maxMiss))
	m.n++
	m.sum += miss
	m.squares += miss * miss
}

// deviation returns the mean error and the standard deviation from it.
func (m *misses) deviation() (mean, discs float64) {
	if m.n == 0 {
		return 0, 0
	}
	mean = m.sum / m.n
	return mean, math.Sqrt(m.squares/m.n - mean*mean)
}

const (
	deepestMeasured = 10     // depth of the deepest searches
	measuredIn      = 40_000 // positions in the search that supplies a measured position
)

// maxMiss is the largest error that counts, in discs. A single wiped-out side would
// otherwise outweigh all other positions.
const maxMiss = 16

// NewDepthErrors returns a DepthErrors without measurements.
func NewDepthErrors(w *Weights) *DepthErrors {
	const bytes = 8 << 20
	d := &DepthErrors{weights: w, player: NewSearcher(w, bytes), whole: NewSearcher(w, bytes)}
	d.whole.fullWidth = true
	return d
}

// Add searches a position, given from the view of the side to move. It picks, as if at
// random, a position that the search looked ahead from, and measures it at all depths.
// Positions near the end are left out, since they are solved.
func (d *DepthErrors) Add(ctx context.Context, own, opp rules.Bitboard) {
	b := board{own, opp}
	if b.moves() == 0 {
		return
	}
	d.player.Think(ctx, b.position(), Limits{Nodes: measuredIn})
	if b, ok := d.player.met(); ok {
		d.measure(ctx, b)
	}
}

// met returns a board that the last search kept and looked ahead from far enough for
// ProbCut. Among those it takes the board with the least hash.
func (s *Searcher) met() (least board, ok bool) {
	hash := uint64(math.MaxUint64)
	for _, c := range s.midTable.clusters {
		for _, e := range c.entries {
			b := e.board
			if e.age() >= s.midTable.since && e.depth() >= cutDepth && hashOf(b) < hash &&
				b.empties().Len() >= deepestMeasured+4 && b.moves() != 0 {
				least, hash, ok = b, hashOf(b), true
			}
		}
	}
	return least, ok
}

// measure searches b to all depths and adds the errors.
func (d *DepthErrors) measure(ctx context.Context, b board) {
	stage := cutStage(b.empties().Len())
	values := [deepestMeasured + 1]float64{d.weights.Value(b.own, b.opp)}
	for depth := 1; depth <= deepestMeasured; depth++ {
		values[depth] = d.whole.Think(ctx, b.position(), Limits{Depth: depth}).Value
		d.static[stage][depth].add(values[depth] - values[0])
		if shallow := shallowDepth(depth); shallow > 0 {
			d.shallow[stage][depth].add(values[depth] - values[shallow])
		}
	}
}

// Positions returns the number of positions measured in the stage of the given number of
// empty squares.
func (d *DepthErrors) Positions(empties int) int { return int(d.static[cutStage(empties)][1].n) }

// Deviation compares searches to a depth from 3 to 10 with the shorter ones of ProbCut.
// It returns the mean difference, the standard deviation from it, and the standard
// deviation that searches rely on, all in discs. They are for positions in the stage of
// the given number of empty squares.
func (d *DepthErrors) Deviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.shallow[cutStage(empties)][depth].deviation()
	return mean, discs, deviation(empties, depth)
}

// StaticDeviation compares searches to a depth from 1 on with the evaluation. It returns
// the mean difference, the standard deviation from it, and the mean that searches rely
// on, all in discs.
func (d *DepthErrors) StaticDeviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.static[cutStage(empties)][depth].deviation()
	return mean, discs, staticOffset(empties, depth)
}
