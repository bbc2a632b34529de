package rules

import "fmt"

// Position holds the discs on the board and the side to move. Positions can be compared with ==.
// A position is well formed if no square is in both sets; every function here keeps it so.
type Position struct {
	Black, White Bitboard
	ToMove       Color
}

// Start returns the position at the start of a game: White on d4 and e5, Black on e4 and d5,
// Black to move.
func Start() Position {
	const d4, e4, d5, e5 = 27, 28, 35, 36
	return Position{Black: SetOf(e4, d5), White: SetOf(d4, e5), ToMove: Black}
}

// Discs returns the discs of one side.
func (p Position) Discs(c Color) Bitboard {
	if c == Black {
		return p.Black
	}
	return p.White
}

// Empties returns the squares without a disc.
func (p Position) Empties() Bitboard { return ^(p.Black | p.White) }

// Disc returns the colour of the disc on s, or false if s is empty or invalid.
func (p Position) Disc(s Square) (Color, bool) {
	switch {
	case p.Black.Has(s):
		return Black, true
	case p.White.Has(s):
		return White, true
	default:
		return Black, false
	}
}

// Legal returns the squares that the side to move may play.
func (p Position) Legal() Bitboard { return p.LegalFor(p.ToMove) }

// LegalFor returns the squares that c could play if it were c's turn.
func (p Position) LegalFor(c Color) Bitboard {
	return legal(p.Discs(c), p.Discs(c.Opponent()))
}

// Flips returns the discs that turn over if the side to move plays s. It is empty if and only if
// that move is illegal.
func (p Position) Flips(s Square) Bitboard {
	if !p.Empties().Has(s) {
		return 0
	}
	return flips(p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), s)
}

// Over reports whether neither side has a legal move.
func (p Position) Over() bool { return p.LegalFor(Black)|p.LegalFor(White) == 0 }

// Play puts a disc of the side to move on s, turns over the discs it captures, and makes any pass
// that this forces. So the side to move next always has a legal move, unless the game is over.
// After the last move, the turn goes to the opponent as usual. An illegal move returns an
// [*IllegalMoveError] and p unchanged.
func (p Position) Play(s Square) (Position, error) {
	flipped := p.Flips(s)
	if flipped.IsEmpty() {
		return p, &IllegalMoveError{Color: p.ToMove, Square: s}
	}
	next := Position{p.Black ^ flipped, p.White ^ flipped, p.ToMove.Opponent()}
	if p.ToMove == Black {
		next.Black |= s.bit()
	} else {
		next.White |= s.bit()
	}
	if next.Legal().IsEmpty() && !next.LegalFor(p.ToMove).IsEmpty() {
		next.ToMove = p.ToMove
	}
	return next, nil
}

// IllegalMoveError reports that a side may not play a square. [Position.Check] explains why.
type IllegalMoveError struct {
	Color  Color
	Square Square
}

func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("%v may not play %v", e.Color, e.Square)
}
