package rules

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Square is one of the 64 squares, counted row by row from a1 = 0 to h8 = 63.
type Square uint8

// NoSquare means that there is no square.
const NoSquare Square = 64

// ParseSquare reads a letter a to h, in either case, and a digit 1 to 8. Its error is a [*NotationError].
func ParseSquare(text string) (Square, error) {
	if len(text) == 2 {
		column, row := text[0]|0x20, text[1]
		if 'a' <= column && column <= 'h' && '1' <= row && row <= '8' {
			return SquareAt(int(column-'a'), int(row-'1')), nil
		}
	}
	return NoSquare, &NotationError{Text: text}
}

// SquareAt returns the square in a column and row, counted from 0. It panics if either is outside 0 to 7.
func SquareAt(column, row int) Square {
	if column < 0 || column > 7 || row < 0 || row > 7 {
		panic(fmt.Sprintf("rules: no square at column %d, row %d", column, row))
	}
	return Square(8*row + column)
}

// Valid reports whether s is on the board.
func (s Square) Valid() bool { return s < NoSquare }

// Column returns the column: 0 is column a on the left, 7 is column h.
func (s Square) Column() int { return int(s % 8) }

// Row returns the row: 0 is row 1 on top, 7 is row 8.
func (s Square) Row() int { return int(s / 8) }

// String returns the square in lower-case notation, "d3", or "-" if s is off the board.
func (s Square) String() string {
	if !s.Valid() {
		return "-"
	}
	return squareNames[2*s : 2*s+2]
}

// MarshalText returns the square as [Square.String] does.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the output of [Square.MarshalText]. The error is a [*NotationError].
func (s *Square) UnmarshalText(text []byte) (err error) {
	*s = NoSquare
	if string(text) != NoSquare.String() {
		*s, err = ParseSquare(string(text))
	}
	return err
}

// squareNames lets [Square.String] return a name without allocating.
const squareNames = "a1b1c1d1e1f1g1h1" +
	"a2b2c2d2e2f2g2h2" +
	"a3b3c3d3e3f3g3h3" +
	"a4b4c4d4e4f4g4h4" +
	"a5b5c5d5e5f5g5h5" +
	"a6b6c6d6e6f6g6h6" +
	"a7b7c7d7e7f7g7h7" +
	"a8b8c8d8e8f8g8h8"

// NotationError reports that a text is not a square.
type NotationError struct {
	Text string // the offending text, exactly as given
}

func (e *NotationError) Error() string { return fmt.Sprintf("%q is not a square", e.Text) }

// Bitboard is a set of squares: bit n is set if square n is in it.
type Bitboard uint64

const (
	columnA Bitboard = 0x0101010101010101
	columnH Bitboard = columnA << 7
)

// SetOf returns the set of the given squares, which must be valid.
func SetOf(squares ...Square) Bitboard {
	var b Bitboard
	for _, s := range squares {
		b |= s.bit()
	}
	return b
}

func (s Square) bit() Bitboard { return 1 << s }

// Has reports whether s is in the set. An invalid square is in no set.
func (b Bitboard) Has(s Square) bool { return b&s.bit() != 0 }

// Len returns the number of squares in the set.
func (b Bitboard) Len() int { return bits.OnesCount64(uint64(b)) }

// IsEmpty reports whether the set contains no square.
func (b Bitboard) IsEmpty() bool { return b == 0 }

// First returns the first square of the set in reading order, or [NoSquare] if the set is empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Squares yields the squares of the set in reading order, a1 to h8.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for ; b != 0; b &= b - 1 {
			if !yield(b.First()) {
				return
			}
		}
	}
}

// String lists the squares in reading order, separated by spaces: "d3 c4 f5 e6".
func (b Bitboard) String() string {
	var text strings.Builder
	text.Grow(3 * b.Len())
	for s := range b.Squares() {
		if text.Len() > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(s.String())
	}
	return text.String()
}

// MarshalText returns the output of [Bitboard.String].
func (b Bitboard) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads the output of [Bitboard.MarshalText]. Its error is a [*NotationError].
func (b *Bitboard) UnmarshalText(text []byte) error {
	squares, err := ParseTranscript(string(text))
	if err == nil {
		*b = SetOf(squares...)
	}
	return err
}
