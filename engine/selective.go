package engine

import (
	"iter"
	"math"

	"othellobot/rules"
)

// Before the proof, a search looks at the end selectively: multi-ProbCut goes on to the last
// disc, with growing certainty. If the proof takes too long, this finds better moves than a
// shallower search. It also fills the table with good moves, which makes the proof a quarter
// faster.

const (
	selectiveFrom    = 16 // empty squares; with fewer, the end is solved directly
	selectiveEmpties = 12 // minimum empty squares for cutting positions
)

// Depths of endgame searches, as stored in the endgame table. The value of a search serves
// only searches of the same or less certainty. Its move is tried first in every search.
const (
	hintDepth      = 0 // a move without a value
	selectiveDepth = 1 // the least certain selective search
	orderingDepth  = 3 // the selective search right before a proof, which finds good moves for it
	exactDepth     = selectiveDepth + len(endMargins)
)

// endMargins holds, by selective depth, how far outside the window a short search must be
// to cut.
var endMargins = [...]int{1 * valueUnit, 2 * valueUnit, 3 * valueUnit, 5 * valueUnit, 7 * valueUnit, 10 * valueUnit}

func (s *Searcher) selective() bool { return s.endDepth < exactDepth }

// depths yields search depths up to depth. Near the end of the game it skips to the end
// and repeats that depth with growing certainty. It stops when the search must end.
func (s *Searcher) depths(depth, empties int) iter.Seq[int] {
	return func(yield func(int) bool) {
		last := depth
		if depth >= empties {
			last = empties - skippedPlies
		}
		for d := 1; d <= last && !s.stop(); d++ {
			if !yield(d) {
				return
			}
		}
		if depth < empties {
			return
		}
		if left := s.budget - min(s.budget, s.nodes); s.cheapEnds && left < math.MaxUint64/endShare {
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

// finish searches the options to the end of the game. It first estimates the margin
// selectively, then proves who wins, then spends the rest of the budget on the margin.
// Only the exact margin can replace a move proved to win or draw.
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
	if s.cheapEnds {
		s.budget /= marginShare
	}
	for _, s.endDepth = range [...]int{orderingDepth, exactDepth} {
		s.findMargin(list, empties, found)
	}
	if kept != rules.NoSquare && !found.Exact {
		found.Square = kept
	}
}

// findMargin searches for the margin at s.endDepth, and keeps the result in found. A
// halted search changes at most the move.
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

// skippedPlies is how far before the end deepening jumps to the end. Searching to the end is
// then faster than the steps between.
const skippedPlies = 8

// marginShare divides the budget after the search for the winner. The search for the margin
// goes on only while the positions searched in total are below this part of the budget.
const marginShare = 5

const endShare = 4 // endgame positions that take as long as one midgame position

// endProbCut works like [Searcher.probCut], but predicts the final difference of discs.
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
