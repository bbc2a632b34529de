package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// DepthErrors tells how far the values of short searches are from those of
// deeper ones. [Searcher] relies on that difference when it leaves moves out.
type DepthErrors struct {
	weights *Weights
	player  *Searcher
	whole   *Searcher
	shallow [cutStages][deepestMeasured + 1]misses // of the shorter search that ProbCut makes
	static  [cutStages][deepestMeasured + 1]misses // of the evaluation
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

// deviation is their mean and their standard deviation from it.
func (m *misses) deviation() (mean, discs float64) {
	if m.n == 0 {
		return 0, 0
	}
	mean = m.sum / m.n
	return mean, math.Sqrt(m.squares/m.n - mean*mean)
}

const (
	deepestMeasured = 10     // the depth of the deepest searches
	measuredIn      = 40_000 // positions of the search that a measured one is taken from
)

// farOff is the most that one position counts for, in discs: a side wiped out
// would hide what all the others have to tell.
const farOff = 16

// NewDepthErrors begins to measure.
func NewDepthErrors(w *Weights) *DepthErrors {
	const bytes = 8 << 20
	d := &DepthErrors{weights: w, player: NewSearcher(w, bytes), whole: NewSearcher(w, bytes)}
	d.whole.fullWidth = true
	return d
}

// Add searches a position, seen by the side to move, and measures one that the search has
// looked ahead from, as if at random, by searches to all depths. Those near the end are left
// out, since they are solved.
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

// met is the board with the least hash of those that the last search has kept, and from which
// it has looked ahead so far that ProbCut tries a bet.
func (s *Searcher) met() (least board, ok bool) {
	hash := uint64(math.MaxUint64)
	for _, c := range s.midTable.clusters {
		for _, e := range c.entries {
			b, f := board{rules.Bitboard(e.own ^ e.facts), rules.Bitboard(e.opp ^ e.facts)}, facts(e.facts)
			if f.age() >= s.midTable.since && f.depth() >= cutDepth && hashOf(b) < hash &&
				b.empties().Len() >= deepestMeasured+4 && b.moves() != 0 {
				least, hash, ok = b, hashOf(b), true
			}
		}
	}
	return least, ok
}

// measure searches to all depths.
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

// Positions is how many were measured with about so many empty squares.
func (d *DepthErrors) Positions(empties int) int { return int(d.static[cutStage(empties)][1].n) }

// Deviation is by how many discs searches to a depth from 3 to 10 find more than the shorter
// ones, on average of positions with about so many empty squares, their standard deviation
// from that, and the one that searches rely on.
func (d *DepthErrors) Deviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.shallow[cutStage(empties)][depth].deviation()
	return mean, discs, deviation(empties, depth)
}

// StaticDeviation is the mean and the deviation, from depth 1 on, where the evaluation stands
// for the shorter searches, and the mean that searches rely on.
func (d *DepthErrors) StaticDeviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.static[cutStage(empties)][depth].deviation()
	return mean, discs, staticOffset(empties, depth)
}
