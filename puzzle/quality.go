package puzzle

import "othellobot/rules"

// MostMargin is the most discs by which the right move wins.
const MostMargin = 18

// Fits reports whether a puzzle of the grade may have so many empty squares and legal moves.
func (g Grade) Fits(empties, moves int) bool {
	if g == Easy {
		return 4 <= empties && empties <= 6 && 2 <= moves && moves <= 3
	}
	return 6 <= empties && empties <= 14 && 4 <= moves && moves <= 12
}

// Corners are the squares on which no puzzle above the lowest grade is won, and at most
// a tenth of the lowest.
const Corners rules.Bitboard = 1<<0 | 1<<7 | 1<<56 | 1<<63

// Canonical is one of the eight images of a problem, the same for all of them.
func (p Problem) Canonical() Problem {
	first := p
	for t := range rules.Symmetries {
		if image := p.image(t); image.before(first) {
			first = image
		}
	}
	return first
}

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

func (p Problem) before(q Problem) bool {
	switch {
	case p.Own != q.Own:
		return p.Own < q.Own
	case p.Opp != q.Opp:
		return p.Opp < q.Opp
	}
	return p.Best < q.Best
}

// Empties is the set of squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }

// Shape tells whether two problems are alike: it has the empty squares and the winning one
// among them, whichever way the board is turned. All images of a problem have the same.
func (p Problem) Shape() Problem { return Problem{Own: p.Empties(), Best: p.Best}.Canonical() }
