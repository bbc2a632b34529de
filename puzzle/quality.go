package puzzle

import "othellobot/rules"

// MostMargin is the maximum winning margin of a puzzle, in discs.
const MostMargin = 18

// Fits reports whether a puzzle of the grade may have these numbers of empty squares and
// legal moves.
func (g Grade) Fits(empties, moves int) bool {
	if g == Easy {
		return 4 <= empties && empties <= 6 && 2 <= moves && moves <= 3
	}
	return 6 <= empties && empties <= 14 && 4 <= moves && moves <= 12
}

// Corners holds the corner squares. In the lowest grade, at most a tenth of the winning moves
// are corners; in the other grades, none are.
const Corners rules.Bitboard = 1<<0 | 1<<7 | 1<<56 | 1<<63

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

// Empties returns the squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }
