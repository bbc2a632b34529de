package engine

import "othellobot/rules"

// Traits complement the patterns in an evaluation. They are the moves of each side, the
// discs next to empty squares, and the quarters with an odd number of empty squares. Each
// possible value of a trait has its own weight. These weights follow those of the patterns.
const (
	ownMovesAt      = 0
	theirMovesAt    = ownMovesAt + movesCounted
	ownFrontierAt   = theirMovesAt + movesCounted
	theirFrontierAt = ownFrontierAt + discsCounted
	oddAt           = theirFrontierAt + discsCounted
	traitWeights    = oddAt + 1<<len(quarters)

	movesCounted = 32 // from 0; more than 31 moves count as 31
	discsCounted = 64 // from 0; a board with an empty square never has 64
)

// traitsOf returns the offsets of a board's trait weights, counted from traitsAt. moves
// and theirs are the legal moves of the two sides. Five results stay in registers, which
// makes the evaluation faster than with an array.
func traitsOf(b board, moves, theirs rules.Bitboard) (ownMoves, theirMoves, ownFrontier, theirFrontier, odd int) {
	empties := b.empties()
	beside := neighbours(empties)
	return ownMovesAt + min(moves.Len(), movesCounted-1),
		theirMovesAt + min(theirs.Len(), movesCounted-1),
		ownFrontierAt + (b.own&beside).Len()&(discsCounted-1),
		theirFrontierAt + (b.opp&beside).Len()&(discsCounted-1),
		oddAt + oddness(empties)
}

// oddness returns a bit for each quarter with an odd number of empty squares. It adds
// squares without carry, first four in a row and then four rows.
func oddness(empties rules.Bitboard) int {
	sum := empties ^ empties>>1
	sum ^= sum >> 2
	sum ^= sum >> 8
	sum ^= sum >> 16
	return int(sum&1 | sum>>3&2 | sum>>30&4 | sum>>33&8)
}

// canonicalOddness returns the lowest oddness of all rotations and reflections of a board.
func canonicalOddness(odd int) int {
	lowest := odd
	for turn := range rules.Symmetries {
		var empties rules.Bitboard
		for i, quarter := range quarters {
			if odd>>i&1 == 1 {
				empties |= rules.SetOf(turn.Square(quarter.First()))
			}
		}
		lowest = min(lowest, oddness(empties))
	}
	return lowest
}
