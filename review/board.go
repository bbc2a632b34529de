package review

import "othellobot/rules"

var (
	corners = rules.SetOf(0, 7, 56, 63)
	edges   = [4]rules.Bitboard{0x00000000000000ff, 0xff00000000000000, 0x0101010101010101, 0x8080808080808080}
)

// besideCorner returns the corner next to an X or C square, or the empty set for any other
// square.
func besideCorner(s rules.Square) rules.Bitboard {
	if corners.Has(s) {
		return 0
	}
	return neighbours(rules.SetOf(s)) & corners
}

// neighbours returns the squares of set and all squares that touch one of them.
func neighbours(set rules.Bitboard) rules.Bitboard {
	const notA, notH = ^rules.Bitboard(0x0101010101010101), ^rules.Bitboard(0x8080808080808080)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}

// frontier returns the discs of a side that touch an empty square.
func frontier(p rules.Position, side rules.Color) rules.Bitboard {
	return p.Discs(side) & neighbours(p.Empties())
}
