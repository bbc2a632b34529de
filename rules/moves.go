package rules

// A direction is an axis walked upwards, to higher square numbers, which is a
// shift to the left, or downwards, a shift to the right.
const (
	axisRow     = 1 // west–east
	axisCounter = 7 // northeast–southwest
	axisColumn  = 8 // north–south
	axisMain    = 9 // northwest–southeast
)

// innerColumns are the discs a line can cross sideways. A disc in column a or
// h can only be the end of such a line; leaving those columns out of the discs to
// cross keeps every shift from wrapping around the edge.
const innerColumns = notColumnA & notColumnH

// legal is the set of empty squares where own brackets opposing discs: those
// just behind a run of them, in each of the eight directions.
func legal(own, opp Bitboard) Bitboard {
	inner := opp & innerColumns
	behind := runUp(own, inner, axisRow)<<axisRow |
		runDown(own, inner, axisRow)>>axisRow |
		runUp(own, inner, axisCounter)<<axisCounter |
		runDown(own, inner, axisCounter)>>axisCounter |
		runUp(own, opp, axisColumn)<<axisColumn |
		runDown(own, opp, axisColumn)>>axisColumn |
		runUp(own, inner, axisMain)<<axisMain |
		runDown(own, inner, axisMain)>>axisMain
	return behind &^ (own | opp)
}

// flips is the set of opposing discs that own brackets by a disc on square: the
// runs that start there and have an own disc just behind them.
func flips(own, opp Bitboard, square Square) Bitboard {
	disc, inner := square.bit(), opp&innerColumns
	return closedUp(own, runUp(disc, inner, axisRow), axisRow) |
		closedDown(own, runDown(disc, inner, axisRow), axisRow) |
		closedUp(own, runUp(disc, inner, axisCounter), axisCounter) |
		closedDown(own, runDown(disc, inner, axisCounter), axisCounter) |
		closedUp(own, runUp(disc, opp, axisColumn), axisColumn) |
		closedDown(own, runDown(disc, opp, axisColumn), axisColumn) |
		closedUp(own, runUp(disc, inner, axisMain), axisMain) |
		closedDown(own, runDown(disc, inner, axisMain), axisMain)
}

// runUp is the set of squares of cross that an unbroken run joins to from. A
// run inside the board is at most six squares long; after two single steps,
// two double steps over pairs of squares reach its end.
//
//	from      ● · · · · · · ·
//	cross     · ○ ○ ○ ○ · ○ ·
//	run       · ○ ○ ○ ○ · · ·
func runUp(from, cross Bitboard, axis uint) Bitboard {
	run := cross & (from << axis)
	run |= cross & (run << axis)
	pairs := cross & (cross << axis)
	run |= pairs & (run << (2 * axis))
	run |= pairs & (run << (2 * axis))
	return run
}

// runDown is runUp the other way along the axis.
func runDown(from, cross Bitboard, axis uint) Bitboard {
	run := cross & (from >> axis)
	run |= cross & (run >> axis)
	pairs := cross & (cross >> axis)
	run |= pairs & (run >> (2 * axis))
	run |= pairs & (run >> (2 * axis))
	return run
}

// closedUp is the run if a disc of own stands just behind its upper end, else
// nothing.
func closedUp(own, run Bitboard, axis uint) Bitboard {
	if own&(run<<axis) == 0 {
		return 0
	}
	return run
}

// closedDown is closedUp for the lower end.
func closedDown(own, run Bitboard, axis uint) Bitboard {
	if own&(run>>axis) == 0 {
		return 0
	}
	return run
}
