package engine

import "othellobot/rules"

// A line runs along one of four axes, which are shifts of the squares' numbers:
// upwards, to higher numbers, is a shift to the left.
const (
	axisRow     = 1 // west–east
	axisCounter = 7 // northeast–southwest
	axisColumn  = 8 // north–south
	axisMain    = 9 // northwest–southeast
)

// innerFiles are the discs that a line can cross sideways without a shift
// wrapping around the edge.
const innerFiles = ^(fileA | fileH)

// legalMoves is the set of squares that own may play: the empty squares behind
// runs of opp that begin beside a disc of own. It is rules' scan with the pairs
// of each axis shared between both ways, and a carry for one way of the rows: a
// one added where a run begins comes out behind its end.
func legalMoves(own, opp rules.Bitboard) rules.Bitboard {
	inner := opp & innerFiles
	row := inner & (inner >> axisRow)
	column := opp & (opp << axisColumn)
	counter := inner & (inner << axisCounter)
	main := inner & (inner << axisMain)
	behind := inner + inner&(own<<axisRow) |
		behindDown(own, inner, row, axisRow) |
		behindUp(own, opp, column, axisColumn) |
		behindDown(own, opp, column>>axisColumn, axisColumn) |
		behindUp(own, inner, counter, axisCounter) |
		behindDown(own, inner, counter>>axisCounter, axisCounter) |
		behindUp(own, inner, main, axisMain) |
		behindDown(own, inner, main>>axisMain, axisMain)
	return behind &^ (own | opp)
}

// behindUp is the set of squares just behind the runs of cross that begin above
// a disc of own. Pairs are the squares of cross with another below them on the
// axis, so that two single and two double steps cover six, the longest run.
func behindUp(own, cross, pairs rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own << axis)
	run |= cross & (run << axis)
	run |= pairs & (run << (2 * axis))
	run |= pairs & (run << (2 * axis))
	return run << axis
}

// behindDown is behindUp the other way; pairs have another square above them.
func behindDown(own, cross, pairs rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own >> axis)
	run |= cross & (run >> axis)
	run |= pairs & (run >> (2 * axis))
	run |= pairs & (run >> (2 * axis))
	return run >> axis
}
