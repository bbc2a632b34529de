package render

import "othellobot/rules"

// View holds everything that a drawing of a board shows. It is a comparable value.
type View struct {
	Position rules.Position
	Hints    rules.Bitboard // empty squares marked as playable; occupied ones are never marked
	Last     rules.Square   // the disc placed last, or rules.NoSquare; an empty square is never marked
	Flipped  rules.Bitboard // the discs turned over by it
	Ended    bool           // nobody is to move, though the position may allow it
}

// cell says what there is to see on one square.
type cell uint8

// The kinds of cell. Each kind of disc is Black's, followed by White's.
const (
	cellEmpty cell = iota
	cellHint
	cellBlack
	cellWhite
	cellBlackLast
	cellWhiteLast
	cellBlackFlipped
	cellWhiteFlipped
	cellKinds // how many there are
)

// cell tells what to draw on s, the one place that decides which mark wins.
func (v View) cell(s rules.Square) cell {
	disc, occupied := v.Position.Disc(s)
	switch {
	case !occupied && v.Hints.Has(s):
		return cellHint
	case !occupied:
		return cellEmpty
	case s == v.Last:
		return cellBlackLast + cell(disc)
	case v.Flipped.Has(s):
		return cellBlackFlipped + cell(disc)
	default:
		return cellBlack + cell(disc)
	}
}
