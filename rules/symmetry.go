package rules

import "math/bits"

// Symmetry is one of the eight rotations and reflections of a board. Each maps legal moves to legal moves.
type Symmetry uint8

// Symmetries is the number of symmetries. Their values are 0 to Symmetries-1; 0 leaves a board unchanged.
const Symmetries Symmetry = 8

// The mirrors that make up a symmetry, applied in this order.
const (
	leftToRight Symmetry = 1 << iota // column a changes places with column h
	topToBottom                      // row 1 changes places with row 8
	diagonally                       // columns change places with rows
)

// Square returns the image of a square, which must be valid.
func (t Symmetry) Square(s Square) Square {
	column, row := s.Column(), s.Row()
	if t&leftToRight != 0 {
		column = 7 - column
	}
	if t&topToBottom != 0 {
		row = 7 - row
	}
	if t&diagonally != 0 {
		column, row = row, column
	}
	return SquareAt(column, row)
}

// Bitboard returns the image of a set of squares.
func (t Symmetry) Bitboard(b Bitboard) Bitboard {
	if t&leftToRight != 0 { // reversing all bits reverses rows and columns
		b = Bitboard(bits.ReverseBytes64(bits.Reverse64(uint64(b))))
	}
	if t&topToBottom != 0 {
		b = Bitboard(bits.ReverseBytes64(uint64(b)))
	}
	if t&diagonally != 0 {
		b = transposed(b)
	}
	return b
}

// Position returns the image of a position, with the same side to move.
func (t Symmetry) Position(p Position) Position {
	p.Black, p.White = t.Bitboard(p.Black), t.Bitboard(p.White)
	return p
}

// transposed swaps columns and rows. It swaps squares within each 2 × 2 block, then these blocks within each
// 4 × 4 block, then the 4 × 4 blocks (Warren, Hacker's Delight, 2nd edition, 7-3).
func transposed(b Bitboard) Bitboard {
	b = exchanged(b, 0x00aa00aa00aa00aa, 7)
	b = exchanged(b, 0x0000cccc0000cccc, 14)
	return exchanged(b, 0x00000000f0f0f0f0, 28)
}

// exchanged swaps the bits of b in mask with the bits that are distance places higher.
func exchanged(b, mask Bitboard, distance uint) Bitboard {
	differ := (b ^ b>>distance) & mask
	return b ^ differ ^ differ<<distance
}
