package engine

import (
	"context"
	"math"

	"othellobot/rules"
)

// Goal is what is to be found out about the end of a game.
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
	if goal == Outcome {
		if v, square := s.exactPVS(b, b.moves(), b.empties().Len(), -1, 1); !s.halted {
			found = Result{Square: square, Value: float64(sign(v)), Exact: true}
		}
	} else {
		s.aspirate(b, &found)
	}
	found.Nodes = s.nodes
	return found
}

// presearch looks a few moves ahead: that gives a move at once, and puts the good
// ones of many boards into a table.
func (s *Searcher) presearch(b board) Result {
	empties := b.empties().Len()
	if s.weights == nil || empties < presearchEmpties {
		return Result{Square: b.moves().First()}
	}
	return s.deepen(b, min(empties-presearchRest, deepestPresearch))
}

// How far is looked ahead before solving: all but the last presearchRest moves.
const (
	presearchEmpties = 13
	presearchRest    = 8
	deepestPresearch = 16

	firstWindow = 3 // in discs, on either side of what is expected
)

// aspirate searches in windows around what is expected, wider and wider, until the
// margin lies inside.
func (s *Searcher) aspirate(b board, found *Result) {
	moves, empties := b.moves(), b.empties().Len()
	guess := 2 * int(math.Round(found.Value/2))
	low, high := guess-firstWindow, guess+firstWindow
	if s.weights == nil {
		low, high = -64, 64
	}
	for width := firstWindow; ; width *= 2 {
		v, square := s.exactPVS(b, moves, empties, max(low, -64), min(high, 64))
		switch {
		case s.halted:
			if square != rules.NoSquare && v > low {
				found.Square = square
			}
			return
		case v <= low && low > -64:
			low, high = v-1-width, v+1
		case v >= high && high < 64:
			found.Square = square
			low, high = v-1, v+1+width
		default:
			*found = Result{Square: square, Value: float64(v), Depth: empties, Exact: true}
			return
		}
	}
}

func sign(n int) int { return max(-1, min(n, 1)) }
