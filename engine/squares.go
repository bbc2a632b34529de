package engine

import "othellobot/rules"

const corners rules.Bitboard = 1<<a1 | 1<<h1 | 1<<a8 | 1<<h8

const (
	a1, b1, g1, h1 = 0, 1, 6, 7
	a2, b2, g2, h2 = 8, 9, 14, 15
	a7, b7, g7, h7 = 48, 49, 54, 55
	a8, b8, g8, h8 = 56, 57, 62, 63
)

const (
	fileA rules.Bitboard = 0x0101010101010101
	fileH rules.Bitboard = fileA << 7

	northWest rules.Bitboard = 0x000000000f0f0f0f
	northEast                = northWest << 4
	southWest                = northWest << 32
	southEast                = northWest << 36
)

var quarters = [...]rules.Bitboard{northWest, northEast, southWest, southEast}

// neighbours returns the squares of set and all squares that touch one of them.
func neighbours(set rules.Bitboard) rules.Bitboard {
	set |= (set&^fileH)<<1 | (set&^fileA)>>1
	return set | set<<8 | set>>8
}

// oddQuarters returns the quarters of the board with an odd number of empty squares. The
// side that moves there first often gets the last move there, too.
func oddQuarters(empties rules.Bitboard) rules.Bitboard {
	var odd rules.Bitboard
	for _, quarter := range quarters {
		if (empties&quarter).Len()%2 == 1 {
			odd |= quarter
		}
	}
	return odd
}
