package train

import (
	"context"
	"math"
	"math/bits"

	"othellobot/engine"
	"othellobot/rules"
)

// DepthErrors measures how far the values of short searches are from those of deeper
// ones. [engine.Searcher] relies on that difference when it skips moves.
type DepthErrors struct {
	weights *engine.Weights
	player  *engine.Searcher
	whole   *engine.Searcher
	shallow [engine.CutStages][deepestMeasured + 1]misses // of the shorter search that ProbCut makes
	static  [engine.CutStages][deepestMeasured + 1]misses // of the evaluation
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
	leastDepth      = 3      // plies; ProbCut skips no shorter search
	deepestMeasured = 10     // depth of the deepest searches
	measuredIn      = 40_000 // positions in the search that supplies a measured position
)

// maxMiss is the largest error that counts, in discs. A single wiped-out side would
// otherwise outweigh all other positions.
const maxMiss = 16

// NewDepthErrors returns a DepthErrors without measurements.
func NewDepthErrors(w *engine.Weights) *DepthErrors {
	const bytes = 8 << 20
	d := &DepthErrors{weights: w, player: engine.NewSearcher(w, bytes), whole: engine.NewSearcher(w, bytes)}
	d.whole.DisableProbCut()
	return d
}

// Add searches a position, given from the view of the side to move. It picks, as if at
// random, a position that the search looked ahead from, and measures it at all depths.
// Positions near the end are left out, since they are solved.
func (d *DepthErrors) Add(ctx context.Context, own, opp rules.Bitboard) {
	p := rules.Position{Black: own, White: opp}
	if p.Legal().IsEmpty() {
		return
	}
	d.player.Think(ctx, p, engine.Limits{Nodes: measuredIn})
	if met, ok := d.met(); ok {
		d.measure(ctx, met)
	}
}

// met returns a position that the player's last search looked ahead from far enough for
// ProbCut. Among those it takes the one with the least hash.
func (d *DepthErrors) met() (least rules.Position, ok bool) {
	hash := uint64(math.MaxUint64)
	for p, depth := range d.player.SearchedPositions() {
		if depth >= leastDepth && hashOf(p) < hash && p.Empties().Len() >= deepestMeasured+4 && !p.Legal().IsEmpty() {
			least, hash, ok = p, hashOf(p), true
		}
	}
	return least, ok
}

func hashOf(p rules.Position) uint64 {
	const odd1, odd2 = 0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f
	high, low := bits.Mul64(uint64(p.Black)^odd1, uint64(p.White)^odd2)
	return (high ^ low) * odd1
}

// measure searches p, with Black to move, to all depths and adds the errors.
func (d *DepthErrors) measure(ctx context.Context, p rules.Position) {
	stage := engine.CutStage(p.Empties().Len())
	values := [deepestMeasured + 1]float64{d.weights.Value(p.Black, p.White)}
	for depth := 1; depth <= deepestMeasured; depth++ {
		values[depth] = d.whole.Think(ctx, p, engine.Limits{Depth: depth}).Value
		d.static[stage][depth].add(values[depth] - values[0])
		if shallow := engine.ShallowDepth(depth); shallow > 0 {
			d.shallow[stage][depth].add(values[depth] - values[shallow])
		}
	}
}

// Positions returns the number of positions measured in the stage of the given number of
// empty squares.
func (d *DepthErrors) Positions(empties int) int { return int(d.static[engine.CutStage(empties)][1].n) }

// Deviation compares searches to a depth from 3 to 10 with the shorter ones of ProbCut.
// It returns the mean difference, the standard deviation from it, and the standard
// deviation that searches rely on, all in discs. They are for positions in the stage of
// the given number of empty squares.
func (d *DepthErrors) Deviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.shallow[engine.CutStage(empties)][depth].deviation()
	return mean, discs, engine.CutDeviation(empties, depth)
}

// StaticDeviation compares searches to a depth from 1 on with the evaluation. It returns
// the mean difference, the standard deviation from it, and the mean that searches rely
// on, all in discs.
func (d *DepthErrors) StaticDeviation(empties, depth int) (mean, discs, relied float64) {
	mean, discs = d.static[engine.CutStage(empties)][depth].deviation()
	return mean, discs, engine.StaticOffset(empties, depth)
}
