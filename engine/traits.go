package engine

import "othellobot/rules"

// Beside its patterns a board is evaluated by its traits: how many moves either side
// has, how many discs beside empty squares, and which quarters have an odd number
// of empty squares. Each has a weight for every value, behind those of the
// patterns.
const (
	ownMovesAt      = 0
	theirMovesAt    = ownMovesAt + movesCounted
	ownFrontierAt   = theirMovesAt + movesCounted
	theirFrontierAt = ownFrontierAt + discsCounted
	oddAt           = theirFrontierAt + discsCounted
	traitWeights    = oddAt + 1<<len(quarters)

	movesCounted = 32 // from 0; more than 31 moves count like 31
	discsCounted = 64 // from 0; there is an empty square, so that 64 do not occur
)

// traits are the places of the weights of a board behind those of the patterns.
type traits [5]int

// traitsOf are the traits of a board where the side to move has the given moves.
func traitsOf(b board, moves rules.Bitboard) traits {
	ownMoves, theirMoves, ownFrontier, theirFrontier, odd := eachTrait(b, moves, b.pass().moves())
	return traits{ownMoves, theirMoves, ownFrontier, theirFrontier, odd}
}

// eachTrait is traitsOf in registers, where evaluation needs them, and where the other
// side's moves are known, too.
func eachTrait(b board, moves, theirs rules.Bitboard) (ownMoves, theirMoves, ownFrontier, theirFrontier, odd int) {
	empties := b.empties()
	beside := neighbours(empties)
	return ownMovesAt + min(moves.Len(), movesCounted-1),
		theirMovesAt + min(theirs.Len(), movesCounted-1),
		ownFrontierAt + (b.own&beside).Len()&(discsCounted-1),
		theirFrontierAt + (b.opp&beside).Len()&(discsCounted-1),
		oddAt + oddness(empties)
}

// oddness has a bit for each of the quarters, in their order, with an odd number
// of empty squares. Squares are added up without carry: four in a row, four rows.
func oddness(empties rules.Bitboard) int {
	sum := empties ^ empties>>1
	sum ^= sum >> 2
	sum ^= sum >> 8
	sum ^= sum >> 16
	return int(sum&1 | sum>>3&2 | sum>>30&4 | sum>>33&8)
}

// alikeOddness is the lowest oddness of those that a board has when it is turned
// or mirrored.
func alikeOddness(odd int) int {
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
