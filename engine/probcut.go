package engine

import "othellobot/rules"

// A short search tells what a deeper one will most likely find. Where its value
// is so far outside the window that the deeper one would hardly come back, that
// one is left out (Michael Buro's Multi-ProbCut,
// https://skatgame.net/mburo/ps/mpc.pdf).

const (
	cutDepth  = 3 // the least depth at which searches are left out
	cutStages = 8 // of the game, in which errors differ
	cutPlies  = 8 // in each of them

	cutGate = 3 * valueUnit // a short search is tried only if the evaluation is about as good
)

// shallowDepth is how deep to look for a guess at a depth, 0 for not at all.
// Even and odd depths see things differently, so that both are of one kind.
func shallowDepth(depth int) int {
	if depth < cutDepth {
		return 0
	}
	if shallow := depth / 2; (depth-shallow)%2 == 0 {
		return shallow
	}
	return depth/2 - 1 | depth&1
}

// cutStage is the part of the game of a position with so many empty squares.
func cutStage(empties int) int { return min((60-min(empties, 60))/cutPlies, cutStages-1) }

// probCut bets on the value of p in the null window above alpha: it gives the
// bound, and whether a shorter search is enough to cut (multi-ProbCut).
func (s *Searcher) probCut(p *node, moves rules.Bitboard, static, empties, depth, alpha int) (value int, cut bool) {
	shallow := shallowDepth(depth)
	if shallow == 0 || s.fullWidth {
		return 0, false
	}
	margin := int(cutRisk(depth) * deviation(empties, depth))
	if high := alpha + 1 + margin; high < maxEval && static >= high-cutGate {
		if s.pvs(p, moves, static, shallow, high-1, high) >= high {
			return alpha + 1, true
		}
	}
	if low := alpha - margin; low > -maxEval && static <= low+cutGate {
		if s.pvs(p, moves, static, shallow, low, low+1) <= low {
			return alpha, true
		}
	}
	return 0, false
}

// staticCut is probCut by the evaluation alone, for searches that are short
// themselves.
func (s *Searcher) staticCut(static, empties, depth, alpha int) (value int, cut bool) {
	if depth > deepestStatic || s.fullWidth {
		return 0, false
	}
	margin := staticMargins[cutStage(empties)][depth]
	switch {
	case static > alpha+margin && static < maxEval:
		return alpha + 1, true
	case static <= alpha-margin && static > -maxEval:
		return alpha, true
	}
	return 0, false
}

const (
	deepestStatic = 6   // depth up to which the evaluation alone may cut
	staticRisk    = 2.0 // standard deviations that such a bet leaves
)

// staticMargins are how far beyond the window the evaluation must be to cut, in
// 1/valueUnit disc.
var staticMargins = makeStaticMargins()

func makeStaticMargins() (margins [cutStages][deepestStatic + 1]int) {
	for stage, discs := range staticDeviations {
		for depth, d := range discs {
			margins[stage][depth] = int(staticRisk * valueUnit * d)
		}
	}
	return margins
}

// cutRisk is how many standard deviations a bet leaves. A wrong one costs more the
// deeper it is made: more moves rest on it.
func cutRisk(depth int) float64 {
	if depth <= deepestMeasured {
		return 1.0
	}
	return 1.4
}

// deviation is the standard deviation in 1/valueUnit disc of the values of a
// search from those of the shorter one.
func deviation(empties, depth int) float64 {
	return valueUnit * deviations[cutStage(empties)][min(depth, deepestMeasured)]
}

// deviations are in discs, as "engine errors" has measured them on 2,000 positions
// of games against itself; the first part of the game, with hardly any, is like
// the second, and the last ones like the one before.
var deviations = [cutStages][deepestMeasured + 1]float64{
	{3: 2.47, 4: 2.43, 5: 2.81, 6: 2.69, 7: 2.44, 8: 2.13},
	{3: 2.47, 4: 2.43, 5: 2.81, 6: 2.69, 7: 2.44, 8: 2.13},
	{3: 2.96, 4: 2.58, 5: 3.69, 6: 3.25, 7: 2.88, 8: 2.96},
	{3: 3.21, 4: 2.95, 5: 4.04, 6: 3.46, 7: 3.17, 8: 3.04},
	{3: 3.23, 4: 2.62, 5: 3.98, 6: 3.33, 7: 3.41, 8: 3.31},
	{3: 3.72, 4: 3.41, 5: 4.81, 6: 4.58, 7: 4.37, 8: 3.97},
	{3: 3.72, 4: 3.41, 5: 4.81, 6: 4.58, 7: 4.37, 8: 3.97},
	{3: 3.72, 4: 3.41, 5: 4.81, 6: 4.58, 7: 4.37, 8: 3.97},
}

// staticDeviations are likewise those of searches to the depths from 1 on from the
// evaluation, on the 2,677 positions of "engine selfplay -seed 9 -games 60 -depth 6
// -exact 14".
var staticDeviations = [cutStages][deepestStatic + 1]float64{
	{1: 2.33, 2: 2.58, 3: 2.83, 4: 2.76, 5: 2.88, 6: 3.01},
	{1: 2.33, 2: 2.58, 3: 2.83, 4: 2.76, 5: 2.88, 6: 3.01},
	{1: 2.60, 2: 2.87, 3: 3.32, 4: 3.53, 5: 3.88, 6: 4.08},
	{1: 2.85, 2: 3.02, 3: 3.45, 4: 3.69, 5: 4.09, 6: 4.40},
	{1: 3.38, 2: 3.24, 3: 3.77, 4: 3.74, 5: 4.20, 6: 4.41},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
	{1: 3.57, 2: 3.60, 3: 4.23, 4: 4.44, 5: 5.02, 6: 5.53},
}
