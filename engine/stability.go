package engine

import "othellobot/rules"

const (
	sideFiles = fileA | fileH                      // the ends of all rows
	sideRanks = rules.Bitboard(0xff000000000000ff) // the ends of all columns
	border    = sideFiles | sideRanks              // includes the ends of all diagonals
)

// stable returns discs of own that can never be turned over. It may miss some. On each axis, the line
// of such a disc is full, or the disc is at its end, or next to another such disc.
func stable(own, opp rules.Bitboard) rules.Bitboard {
	empties := ^(own | opp)
	row := sideFiles | ^alongRow(empties)
	column := sideRanks | ^alongColumn(empties)
	counter := border | ^alongCounter(empties)
	main := border | ^alongMain(empties)
	set := own & row & column & counter & main
	for grown := rules.Bitboard(0); grown != set; {
		grown = set
		set |= own &
			(row | set<<axisRow | set>>axisRow) &
			(column | set<<axisColumn | set>>axisColumn) &
			(counter | set<<axisCounter | set>>axisCounter) &
			(main | set<<axisMain | set>>axisMain)
	}
	return set
}

// alongRow returns all squares that share a row with a square of set. The functions below
// do the same for the other axes.
func alongRow(set rules.Bitboard) rules.Bitboard {
	set |= set >> 4 & 0x0f0f0f0f0f0f0f0f
	set |= set >> 2 & 0x3333333333333333
	set |= set >> 1 & 0x5555555555555555
	return set & fileA * 0xff
}

func alongColumn(set rules.Bitboard) rules.Bitboard {
	set |= set >> 32
	set |= set >> 16
	set |= set >> 8
	return set & 0xff * fileA
}

// Files where a diagonal shift by one, two or four squares can arrive.
const (
	fromFileB rules.Bitboard = 0xfefefefefefefefe
	fromFileC rules.Bitboard = 0xfcfcfcfcfcfcfcfc
	fromFileE rules.Bitboard = 0xf0f0f0f0f0f0f0f0
	toFileG   rules.Bitboard = 0x7f7f7f7f7f7f7f7f
	toFileF   rules.Bitboard = 0x3f3f3f3f3f3f3f3f
	toFileD   rules.Bitboard = 0x0f0f0f0f0f0f0f0f
)

func alongMain(set rules.Bitboard) rules.Bitboard {
	up := set | set<<axisMain&fromFileB
	up |= up << (2 * axisMain) & fromFileC
	up |= up << (4 * axisMain) & fromFileE
	down := set | set>>axisMain&toFileG
	down |= down >> (2 * axisMain) & toFileF
	down |= down >> (4 * axisMain) & toFileD
	return up | down
}

func alongCounter(set rules.Bitboard) rules.Bitboard {
	up := set | set<<axisCounter&toFileG
	up |= up << (2 * axisCounter) & toFileF
	up |= up << (4 * axisCounter) & toFileD
	down := set | set>>axisCounter&fromFileB
	down |= down >> (2 * axisCounter) & fromFileC
	down |= down >> (4 * axisCounter) & fromFileE
	return up | down
}
