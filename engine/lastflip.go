package engine

import "othellobot/rules"

// flipCounts holds the number of discs that a move turns over in a line whose other
// squares are full. It is indexed by the place of the move and the eight bits of own.
var flipCounts = makeFlipCounts()

func makeFlipCounts() (counts [8][256]uint8) {
	for at := range 8 {
		for own := range 256 {
			counts[at][own] = uint8(runLength(own, at, 1) + runLength(own, at, -1))
		}
	}
	return counts
}

// runLength returns the number of unset bits between the bit at and the next set bit, or
// 0 if there is no set bit.
func runLength(line, at, step int) int {
	for length, i := 0, at+step; 0 <= i && i < 8; length, i = length+1, i+step {
		if line>>i&1 == 1 {
			return length
		}
	}
	return 0
}

func lastFlips(own rules.Bitboard, s rules.Square) int {
	file, rank := s%8, s/8%8
	through := &diagonals[s&63]
	row := own >> (8 * rank) & 255
	column := own >> file & fileA * gatherRanks >> 56
	main := own & through[0] * gatherFiles >> 56
	counter := own & through[1] * gatherFiles >> 56
	return int(flipCounts[file][row&255]) + int(flipCounts[rank][column&255]) +
		int(flipCounts[file][main&255]) + int(flipCounts[file][counter&255])
}
