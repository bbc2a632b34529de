package review

import (
	"context"
	"slices"

	"othellobot/rules"
)

// LeastAlone is by how many discs a best move that stands alone is better than every other.
const LeastAlone = 3

// What is worth being practised. A judge that proves nothing must see a distance of
// leastSeen: of 113 moves seen 5 discs ahead after so many positions one was less than
// [LeastAlone] ahead when looked at 18 plies deep, of 98 seen 6 ahead none. Near the end that
// errs more, and most can be proved.
const (
	leastLost         = 6
	leastSeen         = 8
	glancePositions   = 20_000 // to leave out what is not worth more
	practicePositions = 80_000
	endPositions      = 300_000
	nearEnd           = 22 // empty squares
)

// Practice finds the moments of a side that are worth being practised: the move was
// [Review.Costly], and the best move stands alone. The judge
// forgets everything before, so that the same review always gives the same. The error is that
// of ctx.
func (r Review) Practice(ctx context.Context, judge Judge, side rules.Color) (found []Moment, err error) {
	judge.Forget()
	positions := r.Positions()
	for _, at := range slices.Backward(r.Moments) {
		m := r.Moves[at.Number-1]
		if m.Color == side && r.Costly(at) && alone(ctx, judge, positions[at.Number-1], m.Best) {
			found = append(found, at)
		}
	}
	slices.Reverse(found)
	return found, ctx.Err()
}

// Costly reports whether the move of a moment cost much or gave away the win, for a reason that
// can be told.
func (r Review) Costly(at Moment) bool {
	m := r.Moves[at.Number-1]
	return len(at.Reasons) > 0 && (m.Lost() >= leastLost || m.Exact && m.Most > 0 && m.Value <= 0)
}

// alone reports whether a move of p is the best, and none comes near it.
func alone(ctx context.Context, judge Judge, p rules.Position, move rules.Square) bool {
	best, by, exact := judge.Ahead(ctx, p, glancePositions)
	if best == move && by >= LeastAlone && !exact {
		positions := uint64(practicePositions)
		if p.Empties().Len() <= nearEnd {
			positions = endPositions
		}
		best, by, exact = judge.Ahead(ctx, p, positions)
	}
	least := float64(leastSeen)
	if exact {
		least = LeastAlone
	}
	return best == move && by >= least
}
