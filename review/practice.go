package review

import (
	"context"
	"slices"

	"othellobot/rules"
)

// MinLead is the minimum lead, in discs, over every other move for a best move to stand
// alone.
const MinLead = 3

// Limits for practice positions. Without a proof, the judge must see a lead of leastSeen.
// Searches to 18 plies confirmed this: of 113 moves seen 5 discs ahead, one was less than
// [MinLead] ahead; of 98 seen 6 ahead, none. Near the end the error is larger, but
// most leads can be proved.
const (
	leastLost         = 6      // discs
	leastSeen         = 8      // discs
	glancePositions   = 20_000 // for a first search, which rules out most positions
	practicePositions = 80_000
	endPositions      = 300_000
	nearEnd           = 22 // empty squares
)

// Practice finds the moments of a side that are worth practising: the move was
// [Review.Costly], and the best move stands alone. The judge first forgets everything, so
// that the same review always gives the same moments. The error is that of ctx.
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

// Costly reports whether the move of a moment cost many discs or gave away the win, and
// has a reason.
func (r Review) Costly(at Moment) bool {
	m := r.Moves[at.Number-1]
	return len(at.Reasons) > 0 && (m.Lost() >= leastLost || m.Exact && m.BestValue > 0 && m.Value <= 0)
}

func alone(ctx context.Context, judge Judge, p rules.Position, move rules.Square) bool {
	best, by, exact := judge.Lead(ctx, p, glancePositions)
	if best == move && by >= MinLead && !exact {
		positions := uint64(practicePositions)
		if p.Empties().Len() <= nearEnd {
			positions = endPositions
		}
		best, by, exact = judge.Lead(ctx, p, positions)
	}
	least := float64(leastSeen)
	if exact {
		least = MinLead
	}
	return best == move && by >= least
}
