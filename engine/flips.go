package engine

import "othellobot/rules"

// lineTable tells what a move at one place of a line of eight squares turns over, in
// two steps, by the eight bits that either side has in the line.
type lineTable struct {
	ends    [256]uint8 // by the discs of opp: where one of own would close a run of them
	between [256]uint8 // by the ends that own has: the discs up to them
}

// lineTables are those of the eight places.
var lineTables = makeLineTables()

func makeLineTables() (all [8]lineTable) {
	for at := range all {
		for set := range 256 {
			for _, step := range [...]int{-1, 1} {
				run := uint8(0)
				i := at + step
				for ; 0 <= i && i < 8 && set>>i&1 == 1; i += step {
					run |= 1 << i
				}
				if run != 0 && 0 <= i && i < 8 {
					all[at].ends[set] |= 1 << i
				}
				all[at].between[set] |= upTo(set, at, step)
			}
		}
	}
	return all
}

// upTo is the set of places between at and the next one of the set in steps of step, or
// nothing if there is none.
func upTo(set, at, step int) (between uint8) {
	for i := at + step; 0 <= i && i < 8; i += step {
		if set>>i&1 == 1 {
			return between
		}
		between |= 1 << i
	}
	return 0
}

// columns are the sets of bits from 0 to 255 on the a file, row by row.
var columns = makeColumns()

func makeColumns() (all [256]rules.Bitboard) {
	for set := range all {
		for rank := range 8 {
			all[set] |= rules.Bitboard(set>>rank&1) << (8 * rank)
		}
	}
	return all
}

// diagonals are the two diagonals through each square.
var diagonals = makeDiagonals()

func makeDiagonals() (all [64][2]rules.Bitboard) {
	for s := range rules.NoSquare {
		all[s][0] = ray(s, 1, 1) | ray(s, -1, -1) | 1<<s
		all[s][1] = ray(s, 1, -1) | ray(s, -1, 1) | 1<<s
	}
	return all
}

// ray is the set of squares from s to the edge in steps of so many files and
// ranks, without s.
func ray(s rules.Square, files, ranks int) (set rules.Bitboard) {
	file, rank := s.Column()+files, s.Row()+ranks
	for 0 <= file && file < 8 && 0 <= rank && rank < 8 {
		set |= 1 << rules.SquareAt(file, rank)
		file, rank = file+files, rank+ranks
	}
	return set
}

// Products with these bring the eight bits of a set into the top byte: those of
// a set with at most one square on each file, file by file, and those of a set
// on the a file, row by row. The first also spreads a byte over all rows.
const (
	gatherFiles rules.Bitboard = fileA
	gatherRanks rules.Bitboard = 0x0102040810204080
)

// flipsOf is the set of discs of opp that own turns over by playing s, without a branch.
// Of the ways measured to find them without vectors (filling each direction, carries along
// the rays) to look each of the four lines up took the least time.
func flipsOf(own, opp rules.Bitboard, s rules.Square) rules.Bitboard {
	file, rank := s&7, s>>3&7
	byFile, byRank := &lineTables[file], &lineTables[rank]
	through := &diagonals[s&63]
	row := rules.Bitboard(byFile.flips(own>>(8*rank), opp>>(8*rank))) << (8 * rank)
	column := columns[byRank.flips(own>>file&fileA*gatherRanks>>56, opp>>file&fileA*gatherRanks>>56)] << file
	main := byFile.flips(own&through[0]*gatherFiles>>56, opp&through[0]*gatherFiles>>56)
	counter := byFile.flips(own&through[1]*gatherFiles>>56, opp&through[1]*gatherFiles>>56)
	return row | column | rules.Bitboard(main)*gatherFiles&through[0] | rules.Bitboard(counter)*gatherFiles&through[1]
}

// flips looks up what is turned over within the line, by the lowest eight bits.
func (t *lineTable) flips(own, opp rules.Bitboard) uint8 {
	return t.between[t.ends[uint8(opp)]&uint8(own)]
}
