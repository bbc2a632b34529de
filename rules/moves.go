package rules

// The distances between neighbouring squares along the four axes. Walking up an axis, to higher
// square numbers, is a shift to the left; walking down is a shift to the right.
const (
	axisRow     = 1 // west–east
	axisCounter = 7 // northeast–southwest
	axisColumn  = 8 // north–south
	axisMain    = 9 // northwest–southeast
)

// innerColumns holds the columns b to g. Only discs there can be crossed sideways: a disc in
// column a or h can only end such a line. Masking the discs to cross with innerColumns keeps
// every shift from wrapping around the edge.
const innerColumns = notColumnA & notColumnH

// legal returns the empty squares where own can play: those just behind a run of opposing discs,
// in any of the eight directions.
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

// flips returns the opposing discs that own brackets by playing square: the runs that start there
// and end at an own disc.
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

// runUp returns the squares of cross that an unbroken run connects to from. A run inside the
// board has at most six squares: two single steps, then two double steps over pairs of squares,
// reach its end.
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

// runDown does the same as runUp, down the axis.
func runDown(from, cross Bitboard, axis uint) Bitboard {
	run := cross & (from >> axis)
	run |= cross & (run >> axis)
	pairs := cross & (cross >> axis)
	run |= pairs & (run >> (2 * axis))
	run |= pairs & (run >> (2 * axis))
	return run
}

// closedUp returns the run if a disc of own stands just behind its upper end, otherwise an empty
// set.
func closedUp(own, run Bitboard, axis uint) Bitboard {
	if own&(run<<axis) == 0 {
		return 0
	}
	return run
}

// closedDown does the same as closedUp, for the lower end.
func closedDown(own, run Bitboard, axis uint) Bitboard {
	if own&(run>>axis) == 0 {
		return 0
	}
	return run
}
