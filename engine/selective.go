package engine

import (
	"iter"
	"math"

	"othellobot/rules"
)

// Before the end is solved it is searched selectively: multi-ProbCut goes on to
// the last disc, with more and more certainty. Where there is no time for the proof,
// that finds better moves than to look less far ahead; and it leaves the best moves of
// the tree in the table, in whose order the proof takes a quarter less.

const (
	selectiveFrom    = 16 // empty squares; fewer are solved at once
	selectiveEmpties = 12 // from here on positions are cut
)

// The depths to which the end is searched, and at which its table keeps values: those
// of a selective search serve only what is no more certain, but their moves are tried
// first in any.
const (
	hintDepth      = 0 // a move, and no value
	selectiveDepth = 1 // the first of several
	orderingDepth  = 3 // selective, before a proof that there is time for
	exactDepth     = selectiveDepth + len(endMargins)
)

// endMargins are how far beyond the window a short search must be at each selective
// depth.
var endMargins = [...]int{1 * valueUnit, 2 * valueUnit, 3 * valueUnit, 5 * valueUnit, 7 * valueUnit, 10 * valueUnit}

func (s *Searcher) selective() bool { return s.endDepth < exactDepth }

// depths are how deep to look one after the other, up to a depth: a ply deeper each
// time, and where the end of the game is not far then on to it, with more and more
// certainty. It stops when the search is to end.
func (s *Searcher) depths(depth, empties int) iter.Seq[int] {
	return func(yield func(int) bool) {
		last := depth
		if depth >= empties {
			last = empties - fromHere
		}
		for d := 1; d <= last && !s.stop(); d++ {
			if !yield(d) {
				return
			}
		}
		if depth < empties {
			return
		}
		if left := s.budget - min(s.budget, s.nodes); s.even && left < math.MaxUint64/endShare {
			s.budget = s.nodes + endShare*left
		}
		s.endDepth = exactDepth
		if empties >= selectiveFrom {
			s.endDepth = selectiveDepth
		}
		for ; s.endDepth < exactDepth && !s.stop(); s.endDepth++ {
			if !yield(empties) {
				return
			}
		}
		if s.endDepth = exactDepth; !s.stop() {
			yield(empties)
		}
	}
}

// finish searches the options to the end of the game: selectively for a margin to
// expect, then for who wins until that is proved, then for the margin with what is left
// of the budget. A move that is proved to keep a win or a draw gives way only to the
// exact margin.
func (s *Searcher) finish(list []option, empties int, found *Result) {
	s.endDepth = selectiveDepth
	s.findMargin(list, empties, found)
	kept := rules.NoSquare
	for s.endDepth++; s.endDepth <= exactDepth && !s.stop(); s.endDepth++ {
		v := s.bestFirst(list, empties, -valueUnit, valueUnit)
		found.Square = list[0].square
		if s.endDepth == exactDepth && !s.halted && v >= 0 {
			kept = found.Square
		}
	}
	if s.even {
		s.budget /= marginShare
	}
	for _, s.endDepth = range [...]int{orderingDepth, exactDepth} {
		s.findMargin(list, empties, found)
	}
	if kept != rules.NoSquare && !found.Exact {
		found.Square = kept
	}
}

// findMargin searches for the margin at the present selective depth.
func (s *Searcher) findMargin(list []option, empties int, found *Result) {
	if s.stop() {
		return
	}
	v := s.aspireFirst(list, empties, int(found.Value*valueUnit))
	found.Square = list[0].square
	if !s.halted {
		found.Value, found.Depth, found.Exact = float64(v)/valueUnit, empties, !s.selective()
	}
}

// fromHere is how many moves before the end deepening goes on to the end, which takes
// less than all the steps between.
const fromHere = 8

// marginShare divides a budget: a player who knows who wins spends no more than this
// part of it, proof included, to win by more.
const marginShare = 5

// endShare is how many positions of the end take as long as one before, about.
const endShare = 4

// endProbCut is [Searcher.probCut] for the margin of b.
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
