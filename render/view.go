package render

import "othellobot/rules"

// View is what a drawing of a board shows.
type View struct {
	Position rules.Position
	Hints    rules.Bitboard // empty squares marked as playable
	Last     rules.Square   // the disc placed last, or rules.NoSquare
	Flipped  rules.Bitboard // the discs turned over by it
}
