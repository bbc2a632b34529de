package rules

import (
	"iter"
	"math/bits"
	"strings"
)

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
