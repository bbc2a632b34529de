package review

import (
	"context"

	"othellobot/rules"
)

// Judge answers questions about positions, of which each has a move. What it answers
// may depend on earlier questions, but only on those since it last forgot them.
type Judge interface {
	// Identity names all that the answers depend on, besides the questions.
	Identity() string
	// Forget makes the judge forget all earlier questions.
	Forget()
	// Search finds the best move and what it is worth to the side to move, in discs,
	// at most depth plies ahead and by at most so many positions, for either of which 0
	// means any number. It says how deep it has looked. The answer means nothing once
	// ctx is done.
	Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int)
	// Solve finds the best move and the margin of the game between perfect players.
	// It reports false if that takes more than so many positions, or if ctx is done.
	Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool)
}

// Limits bound the questions of a review. Each is part of its identity.
type Limits struct {
	Quick, Deep           uint64 // positions for a move before the end can be solved
	QuickExact, DeepExact int    // with no more empty squares than this the end is solved
	Solving               uint64 // positions for that
	Worst                 int    // how many moves of each side are looked at again
}

// Standard are the limits of the bot's reviews.
func Standard() Limits {
	return Limits{Quick: 150_000, Deep: 400_000, QuickExact: 17, DeepExact: 20, Solving: 8_000_000, Worst: 10}
}

// compared holds what a judge has found out about a move.
type compared struct {
	best        rules.Square // the move itself if none is better
	value, most float64      // of the move and of the best, in discs for the side that moves
	exact       bool         // both are proved
	depth       int          // plies looked ahead, unless exact
}

// inquiry asks a judge about one game.
type inquiry struct {
	ctx    context.Context
	judge  Judge
	limits Limits
	solved map[rules.Position]int // margins for the side to move
}

// patience is how much more than the search of a position the search of a move may
// take that is to be as deep.
const patience = 8

// compare compares a move with the best in its place: both solved if no more squares
// than exact are empty, else searched equally deep.
func (q *inquiry) compare(p rules.Position, move rules.Square, exact int, positions uint64) compared {
	if p.Empties().Len() <= exact {
		if c, ok := q.solve(p, move); ok {
			return c
		}
	}
	best, most, depth := q.judge.Search(q.ctx, p, 0, positions)
	c := compared{best: best, value: most, most: most, depth: depth}
	if best == move {
		return c
	}
	c.value = q.after(p, move, depth-1, positions)
	if c.value >= most {
		c.best, c.most = move, c.value
	}
	return c
}

// after returns what a move is worth, looked so many plies further ahead.
func (q *inquiry) after(p rules.Position, move rules.Square, depth int, positions uint64) float64 {
	next, _ := p.Play(move) // it is legal
	if next.Over() {
		return float64(margin(next, p.ToMove))
	}
	_, value, _ := q.judge.Search(q.ctx, next, max(1, depth), patience*positions)
	return sideways(p, next, value)
}

// solve is compare to the end of the game, and false if that is too far away.
func (q *inquiry) solve(p rules.Position, move rules.Square) (compared, bool) {
	best, most, ok := q.judge.Solve(q.ctx, p, q.limits.Solving)
	if !ok {
		return compared{}, false
	}
	q.solved[p] = most
	c := compared{best: best, value: float64(most), most: float64(most), exact: true}
	if best == move {
		return c, true
	}
	value, ok := q.solvedAfter(p, move)
	c.value = float64(value)
	if value == most {
		c.best = move
	}
	return c, ok
}

// solvedAfter returns what a move is worth between perfect players.
func (q *inquiry) solvedAfter(p rules.Position, move rules.Square) (int, bool) {
	next, _ := p.Play(move) // it is legal
	if next.Over() {
		return margin(next, p.ToMove), true
	}
	value, known := q.solved[next]
	if !known {
		var ok bool
		if _, value, ok = q.judge.Solve(q.ctx, next, q.limits.Solving); !ok {
			return 0, false
		}
		q.solved[next] = value
	}
	if next.ToMove != p.ToMove {
		value = -value
	}
	return value, true
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
func (q *inquiry) line(p rules.Position, move rules.Square, c compared) []rules.Square {
	moves := []rules.Square{move}
	p, _ = p.Play(move)
	for depth := c.depth - 1; len(moves) < mostLine && !p.Over() && q.ctx.Err() == nil; depth-- {
		best, ok := rules.NoSquare, false
		if c.exact {
			best, _, ok = q.judge.Solve(q.ctx, p, q.limits.Solving)
		}
		if !ok {
			best, _, _ = q.judge.Search(q.ctx, p, max(1, depth), q.limits.Deep)
		}
		moves = append(moves, best)
		p, _ = p.Play(best)
	}
	return moves
}
