// Package render draws a [View] of a board, as a grid of emoji ([Emoji]) or as plain text
// ([Text]). [Tiles] are custom emoji for the grid. A [Picture] is an image: of a board,
// of a result, of the lead during a game, or of all moves. Its [Address] encodes
// everything that it shows. All drawings have row 1 on top and column a on the left. The discs and
// hints can be read back from each.
//
// All functions are pure: the same view gives the same bytes. The package must never read a
// clock, an environment or a file, keep a drawing other than [Tiles], or know the platform.
package render

import "othellobot/rules"

// View holds everything that a drawing of a board shows. It is comparable.
type View struct {
	Position rules.Position
	Hints    rules.Bitboard // squares marked as playable; occupied ones are never marked
	Last     rules.Square   // the disc placed last, or rules.NoSquare; an empty square is never marked
	Flipped  rules.Bitboard // the discs that Last turned over
	Ended    bool           // no side moves any more, although the position may allow it
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

// cell returns the contents of s. Only this function decides which mark wins.
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
