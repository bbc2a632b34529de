package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// Goal says what a solver is to find out about the end of a game.
type Goal uint8

// The goals. To know who wins takes much less than to know by how much.
const (
	Margin  Goal = iota // the margin in discs
	Outcome             // whether the side to move wins (1), draws (0) or loses (-1)
)

// Solve finds the best move of p, which must have one, against any defence, and
// what it leads to. If ctx is done or the nodes of the limits are spent before,
// the result is not exact, and its move the best one known by then, after no more
// than about a millisecond.
func (s *Searcher) Solve(ctx context.Context, p rules.Position, goal Goal, l Limits) Result {
	s.begin(ctx, l)
	b := boardOf(p)
	found := s.presearch(b)
	find, width := s.margin, firstWindow
	if goal == Outcome {
		find = s.outcome
	}
	if b.empties().Len() >= selectiveFrom {
		s.endDepth = orderingDepth
		find(b, &found, firstWindow)
		s.endDepth, width = exactDepth, provingWindow
	}
	find(b, &found, width)
	found.Nodes = s.nodes
	return found
}

// presearch looks a few moves ahead: that gives a move at once, and puts the good
// ones of many boards into a table.
func (s *Searcher) presearch(b board) Result {
	empties := b.empties().Len()
	if empties < presearchEmpties {
		return Result{Square: b.moves().First()}
	}
	return s.deepen(b, min(empties-presearchRest, deepestPresearch))
}

// How far is looked ahead before solving: all but the last presearchRest moves.
const (
	presearchEmpties = 13
	presearchRest    = 8
	deepestPresearch = 16

	// Windows in discs, on either side of what is expected: at first, and when a
	// selective search has found it.
	firstWindow   = 3
	provingWindow = 1
)

// outcome finds who wins. The move that seems best is tried first: one that only
// just wins by a selective search may well not win.
func (s *Searcher) outcome(b board, found *Result, _ int) {
	s.endTable.keep(b, hashOf(b), hintDepth, 0, 0, 0, found.Square, 0)
	v, square := s.exactPVS(b, b.moves(), b.empties().Len(), -1, 1)
	switch {
	case !s.halted:
		*found = Result{Square: square, Value: float64(sign(v)), Exact: !s.selective()}
	case square != rules.NoSquare && v > -1:
		found.Square = square
	}
}

// margin searches in windows around what is expected, wider and wider, until the
// margin lies inside. Selective searches may contradict each other; then the last
// one counts.
func (s *Searcher) margin(b board, found *Result, width int) {
	moves, empties := b.moves(), b.empties().Len()
	guess := 2 * int(math.Round(found.Value/2))
	low, high := guess-width, guess+width
	var failedLow, failedHigh bool
	for ; ; width *= 2 {
		v, square := s.exactPVS(b, moves, empties, max(low, -64), min(high, 64))
		switch {
		case s.halted:
			if square != rules.NoSquare && v > low {
				found.Square = square
			}
			return
		case v <= low && low > -64 && !(s.selective() && failedHigh):
			failedLow = true
			low, high = v-1-width, v+1
		case v >= high && high < 64 && !(s.selective() && failedLow):
			failedHigh = true
			found.Square = square
			low, high = v-1, v+1+width
		default:
			if s.selective() && v <= low {
				square = found.Square // nothing has beaten low
			}
			*found = Result{Square: square, Value: float64(v), Depth: empties, Exact: !s.selective()}
			return
		}
	}
}

func sign(n int) int { return max(-1, min(n, 1)) }
