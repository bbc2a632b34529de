package review

import (
	"context"

	"othellobot/rules"
)

// Judge answers questions about positions, of which each has a move. What it answers
// may depend on earlier questions, but only on those since it last forgot them.
type Judge interface {
	// Forget makes the judge forget all earlier questions.
	Forget()
	// Search finds the best move and what it is worth to the side to move, in discs,
	// at most depth plies ahead and by at most so many positions, for either of which 0
	// means any number. It says how deep it has looked. The answer means nothing once
	// ctx is done.
	Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int)
	// Ahead finds the best move of p, which must have another one, and by how many discs it is
	// better than every other, up to a dozen. It looks at most at so many positions, and reports
	// whether all of that is proved. The answer means nothing once ctx is done.
	Ahead(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, by float64, exact bool)
	// Solve finds the best move and the margin of the game between perfect players.
	// It reports false if that takes more than so many positions, or if ctx is done.
	Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool)
}

// Limits bound the questions of a review.
type Limits struct {
	Positions uint64 // for a move before the end can be solved
	Exact     int    // with no more empty squares than this the end is solved
	Solving   uint64 // positions for that
}

// Standard are the limits of the bot's reviews.
func Standard() Limits {
	return Limits{Positions: 20_000, Exact: 16, Solving: 300_000}
}

// worth is what a judge has found out about a position, for the side to move.
type worth struct {
	best  rules.Square
	value float64 // discs
	exact bool    // it is proved
	depth int     // plies looked ahead, unless exact
}

// inquiry asks a judge about one game.
type inquiry struct {
	ctx    context.Context
	judge  Judge
	limits Limits
}

func newInquiry(ctx context.Context, judge Judge, l Limits) *inquiry {
	judge.Forget()
	return &inquiry{ctx, judge, l}
}

// worth asks for the best move of p, which is not over, no more than depth plies ahead: 0
// for as far as the limits allow.
func (q *inquiry) worth(p rules.Position, depth int) worth {
	if p.Empties().Len() <= q.limits.Exact {
		if best, margin, ok := q.judge.Solve(q.ctx, p, q.limits.Solving); ok {
			return worth{best: best, value: float64(margin), exact: true}
		}
	}
	best, value, reached := q.judge.Search(q.ctx, p, depth, q.limits.Positions)
	return worth{best: best, value: value, depth: reached}
}

// ended is what a finished game is worth to the side that would be to move.
func ended(p rules.Position) worth {
	return worth{best: rules.NoSquare, value: float64(margin(p, p.ToMove)), exact: true}
}

// margin is the result of a finished game for a side.
func margin(p rules.Position, side rules.Color) int {
	score := p.FinalScore()
	return score.Of(side) - score.Of(side.Opponent())
}

// sideways is a value for the side to move of next, as the side to move of p sees it.
func sideways(p, next rules.Position, value float64) float64 {
	if next.ToMove == p.ToMove {
		return value
	}
	return 0 - value // not -0
}

// mostLine is how many moves a line has at most.
const mostLine = 8

// line is a move and what best play is after it, each move a ply less deep than the
// one before; where it was solved, to the end.
func (q *inquiry) line(p rules.Position, move rules.Square, depth int) []rules.Square {
	moves := []rules.Square{move}
	p, _ = p.Play(move)
	for depth--; len(moves) < mostLine && !p.Over() && q.ctx.Err() == nil; depth-- {
		best := q.worth(p, max(1, depth)).best
		moves = append(moves, best)
		p, _ = p.Play(best)
	}
	return moves
}
