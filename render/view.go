package render

import "othellobot/rules"

// View holds everything that a drawing of a board shows. It is comparable.
type View struct {
	Position rules.Position
	Hints    rules.Bitboard // squares marked as playable; occupied ones are never marked
	Last     rules.Square   // the disc placed last, or rules.NoSquare; an empty square is never marked
	Flipped  rules.Bitboard // the discs that Last turned over
	Ended    bool           // the game is over, even if the position has legal moves
}

// cell is the contents of one square. Each black disc comes right before the white disc with
// the same mark.
type cell uint8

const (
	cellEmpty cell = iota
	cellHint
	cellBlack
	cellWhite
	cellBlackLast
	cellWhiteLast
	cellBlackFlipped
	cellWhiteFlipped
	cellKinds
)

// cell returns the contents of s. It decides which mark wins.
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
