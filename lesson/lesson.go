package lesson

import "othellobot/rules"

// Number names a lesson, from 1 to [Last]. Stores and messages keep numbers, so they must not change.
type Number int

const (
	Rules Number = iota + 1
	Corners
	XSquares // and C squares
	FewDiscs
	Mobility
	QuietMoves
	Edges
	StableDiscs
	Parity
	Pass

	Last = Pass
)

// Lesson is a position with Black to move.
type Lesson struct {
	Position rules.Position
	Moves    []Move // all legal moves, and in [Rules] illegal squares, too; the right one is first
}

// Move is a move to try. All fields but Square are proved, and 0 in [Rules].
type Move struct {
	Square rules.Square
	Margin int            // with best play, in discs for Black
	Count  int            // in [StableDiscs], the discs that become stable; in [Parity], the empty squares of the region
	Line   []rules.Square // the move and best play after it, up to six moves
}

// Squares returns the squares of all moves.
func (l Lesson) Squares() (squares rules.Bitboard) {
	for _, m := range l.Moves {
		squares |= rules.SetOf(m.Square)
	}
	return squares
}

// At returns a lesson. It panics if there is no such lesson.
func At(n Number) Lesson { return lessons()[n-1] }
