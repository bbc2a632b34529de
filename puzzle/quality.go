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

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

// Empties is the set of squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }
