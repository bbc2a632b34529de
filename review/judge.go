package review

import (
	"context"

	"othellobot/rules"
)

// Judge answers questions about positions that have a legal move. Its answers may depend
// on earlier questions, but only on those since the last Forget.
type Judge interface {
	Forget()
	// Search finds the best move and its value for the side to move, in discs. It is
	// limited to depth plies and to a number of positions; 0 means unlimited. reached is
	// the depth it completed. The answer means nothing once ctx is done.
	Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int)
	// Lead finds the best of two or more moves and its lead over every other, in discs,
	// limited to 12. exact reports whether the lead is proved within the given number of
	// positions. The answer means nothing once ctx is done.
	Lead(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, by float64, exact bool)
	// Solve finds the best move and the margin between perfect players, in discs. It
	// reports false if it needs more positions than given, or if ctx is done.
	Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool)
}

// Limits bound the searches of a review.
type Limits struct {
	Positions      uint64 // maximum positions for a search that does not solve the end
	SolveEmpties   int    // with at most this many empty squares, the judge tries to solve the end
	SolvePositions uint64 // maximum positions for solving the end
}

// Standard returns the limits of the bot's reviews.
func Standard() Limits { return Limits{Positions: 20_000, SolveEmpties: 16, SolvePositions: 300_000} }

// finding holds a judge's answer about a position, for the side to move.
type finding struct {
	best  rules.Square
	value float64 // in discs
	exact bool    // the value is proved
	depth int     // plies looked ahead, unless exact
}

type inquiry struct {
	ctx    context.Context
	judge  Judge
	limits Limits
}

func newInquiry(ctx context.Context, judge Judge, l Limits) *inquiry {
	judge.Forget()
	return &inquiry{ctx, judge, l}
}

// bestMove solves p near the end of the game, and otherwise searches to the given depth; 0 means unlimited.
func (q *inquiry) bestMove(p rules.Position, depth int) finding {
	if p.Empties().Len() <= q.limits.SolveEmpties {
		if best, margin, ok := q.judge.Solve(q.ctx, p, q.limits.SolvePositions); ok {
			return finding{best: best, value: float64(margin), exact: true}
		}
	}
	best, value, reached := q.judge.Search(q.ctx, p, depth, q.limits.Positions)
	return finding{best: best, value: value, depth: reached}
}

// forSideOf turns a value for the side to move in next into one for the side to move in p.
func forSideOf(p, next rules.Position, value float64) float64 {
	if next.ToMove == p.ToMove {
		return value
	}
	return 0 - value // -value could be a negative zero
}

const maxLine = 8 // moves

// line returns a move and the best play after it. The search gets a ply shallower with each move, down to one.
func (q *inquiry) line(p rules.Position, move rules.Square, depth int) []rules.Square {
	moves := []rules.Square{move}
	p, _ = p.Play(move)
	for depth--; len(moves) < maxLine && !p.Over() && q.ctx.Err() == nil; depth-- {
		best := q.bestMove(p, max(1, depth)).best
		moves = append(moves, best)
		p, _ = p.Play(best)
	}
	return moves
}

// Compare values two different legal moves of p, square and best, and explains why best is better. The judge
// first forgets everything, so that the same question always gets the same answer. The error is that of ctx.
func Compare(ctx context.Context, judge Judge, p rules.Position, square, best rules.Square, l Limits) (Move, Moment, error) {
	q := newInquiry(ctx, judge, l)
	most, value := q.moveValue(p, best), q.moveValue(p, square)
	m := Move{
		Color: p.ToMove, Empties: p.Empties().Len(), Choices: p.Legal().Len(), Square: square, Best: best,
		Value: min(value.value, most.value), BestValue: most.value, Exact: value.exact && most.exact, depth: 1 + most.depth,
	}
	found := q.explain(p, m)
	return m, found, ctx.Err()
}

// manyDiscs is the smallest loss that [Warn] warns of. In a quick search nearly all moves that lose ten or more
// reach it, and hardly any sound ones.
const manyDiscs = 8

// Warn values a legal move of p and explains, as Compare does, why it throws many discs away, or reports false.
func Warn(ctx context.Context, judge Judge, p rules.Position, square rules.Square, l Limits) (Move, Moment, bool, error) {
	q := newInquiry(ctx, judge, l)
	next, _ := p.Play(square)
	m := q.move(p, square, next, q.evaluate(next))
	if m.Lost() < manyDiscs || ctx.Err() != nil {
		return m, Moment{}, false, ctx.Err()
	}
	return m, q.explain(p, m), true, ctx.Err()
}

func (q *inquiry) moveValue(p rules.Position, square rules.Square) finding {
	next, _ := p.Play(square)
	w := q.evaluate(next)
	w.value = forSideOf(p, next, w.value)
	return w
}
