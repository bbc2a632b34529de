package review

import "othellobot/rules"

// Sets of squares, as far as they are the same on every board.
var (
	corners = rules.SetOf(0, 7, 56, 63)
	edges   = [4]rules.Bitboard{0x00000000000000ff, 0xff00000000000000, 0x0101010101010101, 0x8080808080808080}
)

// besideCorner is the corner beside which a square lies, as X or C square; empty if it
// is neither, or a corner.
func besideCorner(s rules.Square) rules.Bitboard {
	if corners.Has(s) {
		return 0
	}
	return neighbours(rules.SetOf(s)) & corners
}

// neighbours are the squares that touch those of a set, and the set itself.
func neighbours(set rules.Bitboard) rules.Bitboard {
	const notA, notH = ^rules.Bitboard(0x0101010101010101), ^rules.Bitboard(0x8080808080808080)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}

// frontier is the discs of a side that touch an empty square.
func frontier(p rules.Position, side rules.Color) rules.Bitboard {
	return p.Discs(side) & neighbours(p.Empties())
}

// regionOf is the empty squares that hang together with one of them, also diagonally.
func regionOf(empties rules.Bitboard, s rules.Square) rules.Bitboard {
	region := rules.SetOf(s)
	for {
		grown := neighbours(region) & empties
		if grown == region {
			return region
		}
		region = grown
	}
}

// stable is discs of a side that nobody can flip any more: on each of the four lines
// through such a disc the line is full, or the disc has the edge on one side or a
// stable disc of its own colour. There may be others.
func stable(p rules.Position, side rules.Color) rules.Bitboard {
	own, empties := p.Discs(side), p.Empties()
	var set rules.Bitboard
	for {
		grown := set
		for s := range (own &^ set).Squares() {
			if safe(s, empties, set) {
				grown |= rules.SetOf(s)
			}
		}
		if grown == set {
			return set
		}
		set = grown
	}
}

// safe reports whether a disc on s can be flipped along none of the four lines through
// it, given others that cannot be flipped at all.
func safe(s rules.Square, empties, stable rules.Bitboard) bool {
	for _, step := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		up, upFull := along(s, step[0], step[1], empties, stable)
		down, downFull := along(s, -step[0], -step[1], empties, stable)
		if !up && !down && !(upFull && downFull) {
			return false
		}
	}
	return true
}

// along looks from s in one direction: whether the edge or a stable disc stands right
// behind it, and whether all squares up to the edge are full.
func along(s rules.Square, columns, rows int, empties, stable rules.Bitboard) (held, full bool) {
	held, full = true, true
	for n := 1; ; n++ {
		column, row := s.Column()+n*columns, s.Row()+n*rows
		if column < 0 || column > 7 || row < 0 || row > 7 {
			return held, full
		}
		at := rules.SquareAt(column, row)
		if n == 1 {
			held = stable.Has(at)
		}
		full = full && !empties.Has(at)
	}
}
