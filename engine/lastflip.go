package engine

import "othellobot/rules"

// flipCounts holds, for a square at each of the eight places of a line, how
// many discs a move there turns over within the line, by the eight bits of own
// in it; all other squares of the line belong to the opponent or lie outside.
var flipCounts = makeFlipCounts()

func makeFlipCounts() (counts [8][256]uint8) {
	for at := range 8 {
		for own := range 256 {
			counts[at][own] = uint8(runLength(own, at, 1) + runLength(own, at, -1))
		}
	}
	return counts
}

// runLength is the number of bits that are not set between the bit at and the
// next one set in steps of step, or 0 if none is.
func runLength(line, at, step int) int {
	for length, i := 0, at+step; 0 <= i && i < 8; length, i = length+1, i+step {
		if line>>i&1 == 1 {
			return length
		}
	}
	return 0
}

// lastFlips is the number of discs that own turns over by playing s, the only
// empty square of the board.
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
