package rules

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Position holds the discs on the board and the side to move. Positions can be compared with ==.
// A position is well formed if no square is in both sets.
type Position struct {
	Black, White Bitboard
	ToMove       Color
}

// Start returns the position at the start of a game: White on d4 and e5, Black on e4 and d5, Black to move.
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
func (p Position) LegalFor(c Color) Bitboard { return legal(p.Discs(c), p.Discs(c.Opponent())) }

// Flips returns the discs that turn over if the side to move plays s, or an empty set if that is illegal.
func (p Position) Flips(s Square) Bitboard {
	if !p.Empties().Has(s) {
		return 0
	}
	return flips(p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), s)
}

// Over reports whether neither side has a legal move.
func (p Position) Over() bool { return p.LegalFor(Black)|p.LegalFor(White) == 0 }

// Play puts a disc of the side to move on s, turns over the discs it captures, and makes any pass that this
// forces. So the side to move next always has a legal move, unless the game is over. After the last move, the
// turn goes to the opponent as usual. An illegal move returns an [*IllegalMoveError] and p unchanged.
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

// Score is a number of discs for each side.
type Score struct {
	Black, White int
}

// Score returns the plain disc count. The game need not be over.
func (p Position) Score() Score { return Score{p.Black.Len(), p.White.Len()} }

// FinalScore returns the official score of a finished game: the winner also gets the empty
// squares, and equal discs are 32–32. The result is meaningless before the game is over.
func (p Position) FinalScore() Score {
	s := p.Score()
	switch empties := 64 - s.Black - s.White; {
	case s.Black > s.White:
		s.Black += empties
	case s.White > s.Black:
		s.White += empties
	default:
		s = Score{32, 32}
	}
	return s
}

// Of returns the number of discs of one side.
func (s Score) Of(c Color) int {
	if c == Black {
		return s.Black
	}
	return s.White
}

// Leader returns the side with more discs, or false if both have the same number.
func (s Score) Leader() (Color, bool) {
	if s.White > s.Black {
		return White, true
	}
	return Black, s.Black > s.White
}

// String returns the two numbers with an en dash, Black's first: "42–22".
func (s Score) String() string { return strconv.Itoa(s.Black) + "–" + strconv.Itoa(s.White) }

// Color is a side, and the colour of that side's discs.
type Color uint8

// The two sides. Black moves first and is the zero value.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "Black" or "White".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// MarshalText returns "black" or "white".
func (c Color) MarshalText() ([]byte, error) { return []byte(strings.ToLower(c.String())), nil }

// UnmarshalText reads "black" or "white" and refuses anything else.
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "black":
		*c = Black
	case "white":
		*c = White
	default:
		return errColor
	}
	return nil
}

var errColor = errors.New("a color is black or white")

// The board without the ends of its rows, of its columns, and of both. Runs stay on these squares, so that no
// shift wraps around an edge.
const (
	innerColumns = ^(columnA | columnH)
	innerRows    = ^Bitboard(0xff000000000000ff)
	inner        = innerColumns & innerRows
)

// legal returns the empty squares just behind a run of opposing discs that begins next to an own disc.
// A direction is the difference between the numbers of adjacent squares.
func legal(own, opp Bitboard) Bitboard {
	rows, columns, diagonals := opp&innerColumns, opp&innerRows, opp&inner
	behind := shift(run(own, rows, 1), 1) | shift(run(own, rows, -1), -1) |
		shift(run(own, columns, 8), 8) | shift(run(own, columns, -8), -8) |
		shift(run(own, diagonals, 7), 7) | shift(run(own, diagonals, -7), -7) |
		shift(run(own, diagonals, 9), 9) | shift(run(own, diagonals, -9), -9)
	return behind &^ (own | opp)
}

// flips returns the runs of opposing discs between square and an own disc.
func flips(own, opp Bitboard, square Square) Bitboard {
	disc, rows, columns, diagonals := square.bit(), opp&innerColumns, opp&innerRows, opp&inner
	return closed(own, run(disc, rows, 1), 1) | closed(own, run(disc, rows, -1), -1) |
		closed(own, run(disc, columns, 8), 8) | closed(own, run(disc, columns, -8), -8) |
		closed(own, run(disc, diagonals, 7), 7) | closed(own, run(disc, diagonals, -7), -7) |
		closed(own, run(disc, diagonals, 9), 9) | closed(own, run(disc, diagonals, -9), -9)
}

// run returns the runs within cross that begin one step from a square in from. A run has no gap and at
// most six squares. Two single steps and then two double steps, over pairs of squares, reach its end.
//
//	from      ● · · · · · · ·
//	cross     · ○ ○ ○ ○ · ○ ·
//	run       · ○ ○ ○ ○ · · ·
func run(from, cross Bitboard, step int) Bitboard {
	run := cross & shift(from, step)
	run |= cross & shift(run, step)
	pairs := cross & shift(cross, step)
	run |= pairs & shift(run, 2*step)
	run |= pairs & shift(run, 2*step)
	return run
}

// closed returns the run if an own disc is just behind it, otherwise an empty set.
func closed(own, run Bitboard, step int) Bitboard {
	if own&shift(run, step) == 0 {
		return 0
	}
	return run
}

// shift adds distance to the number of each square in b, modulo 64.
func shift(b Bitboard, distance int) Bitboard {
	return Bitboard(bits.RotateLeft64(uint64(b), distance))
}
