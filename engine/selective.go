package engine

import "othellobot/rules"

// Before the end is solved it is searched selectively: multi-ProbCut goes on to
// the last disc. That takes a tenth of the time, finds nearly always the margin,
// and leaves the best moves of the tree in the table, in whose order proving it
// takes a quarter less.

const (
	selectiveFrom    = 16            // empty squares; fewer are solved at once
	selectiveEmpties = 12            // from here on positions are cut
	selectiveMargin  = 3 * valueUnit // how far beyond the window a short search must be
)

// The depths at which the table of the endgame keeps values: those of a selective
// search serve only such a search, but their moves are tried first in any.
const (
	hintDepth      = 0 // a move, and no value
	selectiveDepth = 1
	exactDepth     = 2
)

func (s *Searcher) endDepth() int {
	if s.selective {
		return selectiveDepth
	}
	return exactDepth
}

// endProbCut is [Searcher.probCut] for the margin of b.
func (s *Searcher) endProbCut(b board, moves rules.Bitboard, empties, alpha int) (value int, cut bool) {
	n := nodeOf(b)
	static := s.weights.evaluate(&n, moves)
	depth := max(1, empties/2-4-empties&1)
	if high := (alpha+1)*valueUnit + selectiveMargin; high < maxEval && s.pvs(&n, moves, static, depth, high-1, high) >= high {
		return alpha + 1, true
	}
	if low := alpha*valueUnit - selectiveMargin; low > -maxEval && s.pvs(&n, moves, static, depth, low, low+1) <= low {
		return alpha, true
	}
	return 0, false
}
