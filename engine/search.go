package engine

import (
	"context"

	"othellobot/rules"
)

// Values of finished games are their margin in discs times won, so that a
// result that is certain outweighs any judgement.
const (
	won      = 10_000
	infinity = 65 * won
)

// pollNodes is how many positions may pass before the context is asked again,
// well under a millisecond.
const pollNodes = 1 << 10

// search is one alpha-beta search (https://www.chessprogramming.org/Alpha-Beta,
// in the negamax form with null windows), with its budget.
type search struct {
	ctx    context.Context
	err    error   // of ctx, once it is done
	nodes  int     // positions looked at
	budget int     // the most that may be
	stack  []child // the moves of all positions between the root and here
}

// stopped reports whether ctx is done or the budget spent. Values found since
// mean nothing.
func (s *search) stopped() bool { return s.err != nil || s.nodes > s.budget }

// count adds a position to those looked at.
func (s *search) count() {
	s.nodes++
	if s.nodes%pollNodes == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
}

// value is what b, where the side to move has the given moves, is worth to that
// side after depth more moves, passes not counted: exactly if it lies between
// alpha and beta, else on the right side of them. With a depth of all the
// empties it is exact to the end of the game.
func (s *search) value(b board, moves rules.Bitboard, depth, alpha, beta int) int {
	s.count()
	switch {
	case s.stopped():
		return 0
	case moves.IsEmpty():
		b = b.pass()
		moves = b.moves()
		if moves.IsEmpty() {
			return -won * b.margin()
		}
		return -s.value(b, moves, depth, -beta, -alpha)
	case depth == 0:
		return evaluate(b, moves)
	}
	kept := len(s.stack)
	s.stack = appendChildren(s.stack, b, moves)
	best := -infinity
	for list := s.stack[kept:]; len(list) > 0 && best < beta; list = list[1:] {
		promisingFirst(list)
		best = max(best, s.try(list[0], depth, max(alpha, best), beta))
	}
	s.stack = s.stack[:kept]
	return best
}

// try is the value of a move to the side that makes it, with depth counted
// before the move. A move that is not expected to beat alpha is first asked only
// whether it does; the first one has nothing to beat yet.
func (s *search) try(c child, depth, alpha, beta int) int {
	if alpha > -infinity {
		v := -s.value(c.board, c.moves, depth-1, -alpha-1, -alpha)
		if v <= alpha || v >= beta {
			return v
		}
	}
	return -s.value(c.board, c.moves, depth-1, -beta, -alpha)
}
