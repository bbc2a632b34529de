package engine

import "othellobot/rules"

// The distances between neighbouring squares along the four axes. A shift to the left by one
// of them leads to higher square numbers.
const (
	axisRow     = 1 // west–east
	axisCounter = 7 // northeast–southwest
	axisColumn  = 8 // north–south
	axisMain    = 9 // northwest–southeast
)

// innerFiles holds the squares that a line can cross sideways without a shift wrapping
// around the edge.
const innerFiles = ^(fileA | fileH)

// legalMoves returns the squares that own may play. It works like the scan of package
// rules, but shares the pairs of each axis between both directions. One direction of the
// rows uses a carry: a 1 added where a run begins comes out behind its end.
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

// behindUp returns the squares just behind the runs of cross that begin above a disc of
// own. pairs holds each square of cross whose lower neighbour on the axis is in cross, too. Two
// single and two double steps cover six squares, the longest run.
func behindUp(own, cross, pairs rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own << axis)
	run |= cross & (run << axis)
	run |= pairs & (run << (2 * axis))
	run |= pairs & (run << (2 * axis))
	return run << axis
}

// behindDown is behindUp in the other direction. Its pairs hold each square of cross whose
// upper neighbour is in cross, too.
func behindDown(own, cross, pairs rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own >> axis)
	run |= cross & (run >> axis)
	run |= pairs & (run >> (2 * axis))
	run |= pairs & (run >> (2 * axis))
	return run >> axis
}
