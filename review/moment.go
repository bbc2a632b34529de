package review

import (
	"context"
	"slices"

	"othellobot/rules"
)

// Moment is a move to learn from.
type Moment struct {
	Number   int            // of the move in a [Review], from 1; otherwise 0
	Reason   Reason         // why the best move is better; [NoReason] if that takes a search to see
	Line     []rules.Square // the move and best play after it, up to eight moves
	BestLine []rules.Square // the same for the best move
}

const (
	leastMoments   = 3 // minimum moments of a side, unless it made fewer mistakes
	momentDistance = 4 // preferred distance between two moments, in plies
)

func (m Move) stage() int {
	const opening, middle = 40, 20 // each stage lasts while more than this number of squares is empty
	switch {
	case m.Empties > opening:
		return 0
	case m.Empties > middle:
		return 1
	default:
		return 2
	}
}

// moments returns the numbers of the moves to learn from, in order.
func (r Review) moments() (numbers []int) {
	for _, n := range slices.Sorted(slices.Values(append(r.momentsOf(rules.Black), r.momentsOf(rules.White)...))) {
		numbers = append(numbers, n+1)
	}
	return numbers
}

// momentsOf returns the indices of a side's cause and of its worst mistake in each stage. It adds the
// worst others until there are leastMoments.
func (r Review) momentsOf(side rules.Color) (chosen []int) {
	if n := r.causes[side] - 1; n >= 0 {
		chosen = append(chosen, n)
	}
	add := func(apart int, wanted func(Move) bool) {
		for _, n := range r.mistakes(side) {
			near := func(other int) bool { return max(n-other, other-n) < apart }
			if wanted(r.Moves[n]) && !slices.ContainsFunc(chosen, near) {
				chosen = append(chosen, n)
				return
			}
		}
	}
	for stage := range 3 {
		add(momentDistance, func(m Move) bool { return m.stage() == stage })
	}
	for _, apart := range []int{momentDistance, 1} {
		for range leastMoments - len(chosen) {
			add(apart, func(Move) bool { return true })
		}
	}
	return chosen
}

// Explain finds the lines of a move and the reason against it. The move must not be the
// best. Explain is quick if the judge still has its findings from the review.
func (r Review) Explain(ctx context.Context, judge Judge, number int) Moment {
	q := &inquiry{ctx, judge, r.limits}
	found := q.explain(r.Positions()[number-1], r.Moves[number-1])
	found.Number = number
	if seen := r.seen(number - 1); seen.Kind != NoReason {
		found.Reason = seen
	}
	return found
}

func (q *inquiry) explain(p rules.Position, m Move) Moment {
	found := Moment{Line: q.line(p, m.Square, m.depth), BestLine: q.line(p, m.Best, m.depth)}
	found.Reason = reason(newComparison(p, found.Line, found.BestLine), m)
	return found
}

// MinLead is the lead over every other move, in discs, that a best move needs to stand alone.
const MinLead = 3

// Limits for practice positions. Without a proof, the judge must see a lead of leastSeen. Searches to 18
// plies tested smaller leads: of 113 moves seen 5 discs ahead, one was less than [MinLead] ahead; of 98 seen 6
// ahead, none. Near the end the error is larger, but most leads can be proved.
const (
	leastSeen         = 8      // minimum unproved lead of the best move, in discs
	glancePositions   = 20_000 // for a first search, which rules out most positions
	practicePositions = 80_000
	endPositions      = 300_000
	nearEnd           = 22 // empty squares
)

// Practice finds the moments of a side that are worth practising: [Review.Costly], with a best move that
// stands alone. The judge first forgets everything, so that the result is always the same. The error is that
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

// Costly reports whether a moment has a reason, and its move is at least a mistake.
func (r Review) Costly(at Moment) bool {
	return at.Reason.Kind != NoReason && r.Moves[at.Number-1].Label() >= Mistake
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
