package engine

import (
	"math"

	"othellobot/rules"
)

// A short search predicts the result of a deeper one. If its value is far enough outside
// the window, the deeper search is skipped (Michael Buro's Multi-ProbCut,
// https://skatgame.net/mburo/ps/mpc.pdf).

const (
	CutStages = 8 // stages of the game for ProbCut
	cutPlies  = 8 // plies in each stage
	cutDepth  = 3 // minimum depth of a search that a short search may replace

	cutGate = 3 * valueUnit // probCut tries a short search only if the evaluation comes this close to a cut
)

// ShallowDepth returns the depth of the short search for the given depth, or 0 if there is none.
// Both depths are even or both are odd, since values at even and odd depths differ.
func ShallowDepth(depth int) int {
	if depth < cutDepth {
		return 0
	}
	if shallow := depth / 2; (depth-shallow)%2 == 0 {
		return shallow
	}
	return depth/2 - 1 | depth&1
}

// CutStage returns the ProbCut stage for a number of empty squares, from 0.
func CutStage(empties int) int { return min((60-min(empties, 60))/cutPlies, CutStages-1) }

// probCut reports whether a shorter search predicts that p lies outside the null window above alpha.
// value is then a bound.
func (s *Searcher) probCut(p *node, moves rules.Bitboard, static, empties, depth, alpha int) (value int, cut bool) {
	shallow := ShallowDepth(depth)
	if shallow == 0 || s.fullWidth {
		return 0, false
	}
	margin := cutMargins[empties][depth]
	if high := alpha + 1 + margin; high < maxEval && static >= high-cutGate && s.pvs(p, moves, static, shallow, high-1, high) >= high {
		return alpha + 1, true
	}
	if low := alpha - margin; low > -maxEval && static <= low+cutGate && s.pvs(p, moves, static, shallow, low, low+1) <= low {
		return alpha, true
	}
	return 0, false
}

// staticCut works like probCut, but from the evaluation alone, for short searches.
func (s *Searcher) staticCut(static, empties, depth, alpha int) (value int, cut bool) {
	if depth > deepestStatic || s.fullWidth {
		return 0, false
	}
	margin := &staticMargins[empties][depth]
	switch {
	case static > alpha+margin.above && static < maxEval:
		return alpha + 1, true
	case static <= alpha-margin.below && static > -maxEval:
		return alpha, true
	}
	return 0, false
}

// cutMargins holds how far outside the window a shorter search must be to cut, in 1/valueUnit
// disc, by empty squares and depth.
var cutMargins = makeCutMargins()

func makeCutMargins() (margins [61][61]int) {
	for empties := range margins {
		for depth := cutDepth; depth < len(margins); depth++ {
			margins[empties][depth] = int(valueUnit * CutDeviation(empties, depth))
		}
	}
	return margins
}

// CutDeviation returns the standard deviation, in discs, between the values of a search and of its
// short search. The formula is fitted to the measurements of "mill errors".
func CutDeviation(empties, depth int) float64 {
	const early = 45 // with this many empty squares or more, positions are equally hard to judge
	late := float64(early-max(16, min(empties, early))) / 33
	shallow := float64(ShallowDepth(depth))
	return 3.1 * (1 + float64(late*late)) * math.Pow(float64(depth)-shallow, 0.25) / math.Pow(shallow+1, 0.52)
}

const (
	deepestStatic = 6 // the greatest depth for a cut by the evaluation alone

	// Margins of staticCut in standard deviations.
	riskAbove = 2.4
	riskBelow = 1.4
)

// staticMargin holds how far outside the window an evaluation must be to cut, in 1/valueUnit disc.
type staticMargin struct{ above, below int }

var staticMargins = makeStaticMargins()

func makeStaticMargins() (margins [61][deepestStatic + 1]staticMargin) {
	for empties := range margins {
		for depth := 1; depth <= deepestStatic; depth++ {
			more, d := StaticOffset(empties, depth), staticDeviations[CutStage(empties)][depth]
			margins[empties][depth] = staticMargin{int(valueUnit * (float64(riskAbove*d) - more)), int(valueUnit * (float64(riskBelow*d) + more))}
		}
	}
	return margins
}

// StaticOffset returns by how many discs a search exceeds the evaluation on average, over positions
// that searches meet. It is fitted to the measurements of "mill errors". Conversions round products
// before the addition, so that all processors play alike.
func StaticOffset(empties, depth int) float64 {
	plies := float64(60 - max(12, min(empties, 52)))
	switch {
	case depth == 1:
		return 1.9 + float64(0.03*plies)
	case depth%2 == 1:
		return 1.5 + float64(0.055*plies)
	}
	return 0.2 + float64(0.025*plies)
}

// staticDeviations holds the standard deviations, in discs, between the evaluation and
// searches to depths from 1 on. They were measured on the 2,677 positions of "selfplay
// -seed 9 -games 60 -depth 6 -exact 14", a command that TRAINING.md explains.
var staticDeviations = [CutStages][deepestStatic + 1]float64{
	{1: 2.33, 2: 2.58, 3: 2.83, 4: 2.76, 5: 2.88, 6: 3.01},
	{1: 2.33, 2: 2.58, 3: 2.83, 4: 2.76, 5: 2.88, 6: 3.01},
	{1: 2.60, 2: 2.87, 3: 3.32, 4: 3.53, 5: 3.88, 6: 4.08},
	{1: 2.85, 2: 3.02, 3: 3.45, 4: 3.69, 5: 4.09, 6: 4.40},
	{1: 3.38, 2: 3.24, 3: 3.77, 4: 3.74, 5: 4.20, 6: 4.41},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
}

// Before it proves a result, a search looks to the end of the game with Multi-ProbCut, with
// growing certainty. If the proof takes too long, this finds better moves than a shallower search.
// It also fills the table with good moves, which speed up the proof.

const (
	selectiveFrom    = 16 // empty squares; with fewer, the end is solved directly
	selectiveEmpties = 12 // minimum empty squares for cutting positions
)

// Depths of endgame searches, as stored in the endgame table. The value of a search serves
// only searches of the same or less certainty. Its move is tried first in every search.
const (
	moveOnlyDepth  = 0 // a move without a value
	selectiveDepth = 1 // the least certain selective search
	orderingDepth  = 3 // the selective search right before a proof, which finds good moves for it
	exactDepth     = selectiveDepth + len(endMargins)
)

// endMargins holds, by certainty, how far outside the window a short search must be to cut.
var endMargins = [...]int{1 * valueUnit, 2 * valueUnit, 3 * valueUnit, 5 * valueUnit, 7 * valueUnit, 10 * valueUnit}

func (s *Searcher) selective() bool { return s.endDepth < exactDepth }

// endProbCut works like [Searcher.probCut], but predicts the final margin.
func (s *Searcher) endProbCut(b board, moves rules.Bitboard, empties, alpha int) (value int, cut bool) {
	n := nodeOf(b)
	static := s.weights.evaluate(&n, moves, b.pass().moves())
	margin := endMargins[s.endDepth-selectiveDepth]
	depth := max(1, empties/2-4-empties&1)
	if high := (alpha+1)*valueUnit + margin; high < maxEval && s.pvs(&n, moves, static, depth, high-1, high) >= high {
		return alpha + 1, true
	}
	if low := alpha*valueUnit - margin; low > -maxEval && s.pvs(&n, moves, static, depth, low, low+1) <= low {
		return alpha, true
	}
	return 0, false
}
