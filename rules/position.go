package rules

import "fmt"

// Position holds the discs on the board and the side to move. It is a comparable
// value; equal positions are the same position. A position is well formed if no
// square is in both sets; every function here keeps positions well formed.
type Position struct {
	Black, White Bitboard
	ToMove       Color
}

// Start is the position a game begins with: White on d4 and e5, Black on e4
// and d5, Black to move.
func Start() Position {
	const d4, e4, d5, e5 = 27, 28, 35, 36
	return Position{Black: SetOf(e4, d5), White: SetOf(d4, e5), ToMove: Black}
}

// Discs is the set of one side's discs.
func (p Position) Discs(c Color) Bitboard {
	if c == Black {
		return p.Black
	}
	return p.White
}

// Empties is the set of squares without a disc.
func (p Position) Empties() Bitboard { return ^(p.Black | p.White) }

// Disc tells the colour of the disc on s, and false if there is none.
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

// Legal is the set of squares that the side to move may play.
func (p Position) Legal() Bitboard { return p.LegalFor(p.ToMove) }

// LegalFor is the set of squares that c could play if it were c's turn.
func (p Position) LegalFor(c Color) Bitboard {
	return legal(p.Discs(c), p.Discs(c.Opponent()))
}

// Flips is the set of discs that turn over if the side to move plays s. It is
// empty if and only if that move is illegal.
func (p Position) Flips(s Square) Bitboard {
	if !p.Empties().Has(s) {
		return 0
	}
	return flips(p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), s)
}

// Over reports whether neither side has a legal move.
func (p Position) Over() bool { return p.LegalFor(Black)|p.LegalFor(White) == 0 }

// Play makes the move of the side to move on s and any pass forced by it: the
// next position's side to move has a move. If neither side has one, the turn goes
// to the opponent as usual, and the game is over. An illegal move is an
// [*IllegalMoveError] and leaves the position as it was.
func (p Position) Play(s Square) (Position, error) {
	flipped := p.Flips(s)
	if flipped.IsEmpty() {
		return p, &IllegalMoveError{Color: p.ToMove, Square: s}
	}
	next := p.place(s, flipped)
	if next.Legal().IsEmpty() && !next.LegalFor(p.ToMove).IsEmpty() {
		next.ToMove = p.ToMove
	}
	return next, nil
}

// place puts a disc on s, turns over flipped and gives the turn to the other
// side, whether that side can move or not.
func (p Position) place(s Square, flipped Bitboard) Position {
	p.Black ^= flipped
	p.White ^= flipped
	if p.ToMove == Black {
		p.Black |= s.bit()
	} else {
		p.White |= s.bit()
	}
	p.ToMove = p.ToMove.Opponent()
	return p
}

// IllegalMoveError says that a side may not play a square; [Position.Check]
// explains why.
type IllegalMoveError struct {
	Color  Color
	Square Square
}

func (e *IllegalMoveError) Error() string {
	return fmt.Sprintf("%v may not play %v", e.Color, e.Square)
}
