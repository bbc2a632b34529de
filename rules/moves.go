package rules

import "math/bits"

// The squares that a line along each axis can cross. All others are ends of such lines. Since
// runs stay on these squares, no shift wraps around an edge.
const (
	innerColumns = ^(columnA | columnH)
	innerRows    = ^Bitboard(0xff000000000000ff)
	inner        = innerColumns & innerRows
)

// legal returns the empty squares where own can play: those just behind a run of opposing discs,
// in any of the eight directions. A direction is the distance between square numbers.
func legal(own, opp Bitboard) Bitboard {
	rows, columns, diagonals := opp&innerColumns, opp&innerRows, opp&inner
	behind := shift(run(own, rows, 1), 1) | shift(run(own, rows, -1), -1) |
		shift(run(own, columns, 8), 8) | shift(run(own, columns, -8), -8) |
		shift(run(own, diagonals, 7), 7) | shift(run(own, diagonals, -7), -7) |
		shift(run(own, diagonals, 9), 9) | shift(run(own, diagonals, -9), -9)
	return behind &^ (own | opp)
}

// flips returns the opposing discs that own brackets by playing square: the runs that start there
// and end at an own disc.
func flips(own, opp Bitboard, square Square) Bitboard {
	disc, rows, columns, diagonals := square.bit(), opp&innerColumns, opp&innerRows, opp&inner
	return closed(own, run(disc, rows, 1), 1) | closed(own, run(disc, rows, -1), -1) |
		closed(own, run(disc, columns, 8), 8) | closed(own, run(disc, columns, -8), -8) |
		closed(own, run(disc, diagonals, 7), 7) | closed(own, run(disc, diagonals, -7), -7) |
		closed(own, run(disc, diagonals, 9), 9) | closed(own, run(disc, diagonals, -9), -9)
}

// run returns the runs of squares of cross that begin one step from a square of from. A run has no gap and at
// most six squares. Two single steps and then two double steps, over pairs of squares, reach its end.
//
//	from      ● · · · · · · ·
//	cross     · ○ ○ ○ ○ · ○ ·
//	run       · ○ ○ ○ ○ · · ·
func run(from, cross Bitboard, step int) Bitboard {
	run := cross & shift(from, step)
	run |= cross & shift(run, step)
	pairs := cross & shift(cross, step)
	run |= pairs & shift(run, 2*step)
	run |= pairs & shift(run, 2*step)
	return run
}

// closed returns the run if a disc of own stands just behind it, otherwise an empty set.
func closed(own, run Bitboard, step int) Bitboard {
	if own&shift(run, step) == 0 {
		return 0
	}
	return run
}

// shift moves a set by a distance, to higher square numbers if it is positive.
func shift(b Bitboard, distance int) Bitboard {
	return Bitboard(bits.RotateLeft64(uint64(b), distance))
}
