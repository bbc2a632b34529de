package review

import (
	"slices"

	"othellobot/rules"
)

// Cause returns the mistake of a side that a player would name first: one that cost much, for a reason which is
// easy to see. It is one of the moments. Cause reports false if the side made no mistake.
func (r Review) Cause(side rules.Color) (Moment, bool) {
	i := slices.IndexFunc(r.Moments, func(at Moment) bool { return at.Number == r.causes[side] })
	if i < 0 {
		return Moment{}, false
	}
	return r.Moments[i], true
}

func (r *Review) findCauses() {
	for side := range r.causes {
		most := 0
		for _, n := range r.mistakes(rules.Color(side)) {
			if weight := r.weight(n); weight > most {
				most, r.causes[side] = weight, n+1
			}
		}
	}
}

// thrownBonus is added to the discs that a win cost if it was thrown away in the last moves.
const thrownBonus = 12

// weight returns how much a mistake counts as the cause of the game: its discs, times the weight of its reason.
func (r *Review) weight(n int) int {
	const visible, obvious = 2, 4
	m := r.Moves[n]
	discs := max(1, m.Discs())
	switch r.seen(n).Kind {
	case NoReason:
		return discs
	case Greedy, Mobility:
		return visible * discs
	case Thrown:
		if m.Empties <= lastMoves {
			discs += thrownBonus
		}
	}
	return obvious * discs
}

// seen returns the reason against a move that the game itself shows, without a search.
func (r *Review) seen(n int) Reason {
	m, squares := r.Moves[n], r.Squares()
	played := squares[n:min(n+maxLine, len(squares))]
	return visible(newComparison(r.Positions()[n], played, []rules.Square{m.Best}), m)
}
