package engine

import (
	"cmp"
	"context"
	"math"

	"othellobot/rules"
)

// Goal is the question that a solver answers about the end of a game.
type Goal uint8

// Goals of a solver. Finding the winner takes much less time than finding the margin.
const (
	GoalMargin  Goal = iota // the margin in discs
	GoalOutcome             // 1 if the side to move wins, 0 for a draw, -1 for a loss
)

// Solve finds the best move of p against any defence, and its value. p must have a legal move. If ctx
// is done or the budget is spent first, the result is inexact and holds the best move found so far.
func (s *Searcher) Solve(ctx context.Context, p rules.Position, goal Goal, l Limits) Result {
	s.begin(ctx, l)
	b := boardOf(p)
	found := s.presearch(b)
	find, width := s.findMargin, firstWindow
	if goal == GoalOutcome {
		find = s.findOutcome
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

// presearch finds a first move and fills the table with good moves of many boards.
func (s *Searcher) presearch(b board) Result {
	empties := b.empties().Len()
	if empties < presearchEmpties {
		return Result{Square: b.moves().First()}
	}
	return s.deepen(b, min(empties-presearchRest, deepestPresearch))
}

const (
	presearchEmpties = 13 // the least empty squares for a presearch
	presearchRest    = 8  // last moves that the presearch leaves out
	deepestPresearch = 16

	firstWindow   = 3 // half-width of the first search window, in discs
	provingWindow = 1 // the same after a selective search
)

// findOutcome finds the winner. It first tries the best move in the table, or else that of found.
func (s *Searcher) findOutcome(b board, found *Result, _ int) {
	s.endTable.keep(b, hashOf(b), moveOnlyDepth, 0, 0, 0, found.Square, 0)
	v, square := s.exactPVS(b, b.moves(), b.empties().Len(), -1, 1)
	switch {
	case !s.halted:
		*found = Result{Square: square, Value: float64(cmp.Compare(v, 0)), Exact: !s.selective()}
	case square != rules.NoSquare && v > -1:
		found.Square = square
	}
}

// findMargin searches in ever wider windows around the expected margin, until the margin lies inside.
// Selective searches may contradict each other; then the last one counts.
func (s *Searcher) findMargin(b board, found *Result, width int) {
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
				square = found.Square // no move has beaten low
			}
			*found = Result{Square: square, Value: float64(v), Depth: empties, Exact: !s.selective()}
			return
		}
	}
}
