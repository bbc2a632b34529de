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

// innerFiles holds the files b to g. Only their squares can lie between two others of a row
// or a diagonal.
const innerFiles = ^(fileA | fileH)

// legalMoves returns the squares that own may play.
func legalMoves(own, opp rules.Bitboard) rules.Bitboard {
	inner := opp & innerFiles
	behind := behindUp(own, inner, axisRow) | behindDown(own, inner, axisRow) |
		behindUp(own, opp, axisColumn) | behindDown(own, opp, axisColumn) |
		behindUp(own, inner, axisCounter) | behindDown(own, inner, axisCounter) |
		behindUp(own, inner, axisMain) | behindDown(own, inner, axisMain)
	return behind &^ (own | opp)
}

// behindUp returns the squares just behind runs in cross that begin next to a disc of own, toward
// higher square numbers. Its steps cover six squares, the longest run.
func behindUp(own, cross rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own << axis)
	run |= cross & (run << axis)
	pairs := cross & (cross << axis)
	run |= pairs & (run << (2 * axis))
	run |= pairs & (run << (2 * axis))
	return run << axis
}

// behindDown is behindUp in the other direction.
func behindDown(own, cross rules.Bitboard, axis uint) rules.Bitboard {
	run := cross & (own >> axis)
	run |= cross & (run >> axis)
	pairs := cross & (cross >> axis)
	run |= pairs & (run >> (2 * axis))
	run |= pairs & (run >> (2 * axis))
	return run >> axis
}

// lineTable holds the discs that a move at one place of an eight-square line turns over.
// Finding them takes two look-ups, indexed by the eight bits of either side in the line.
type lineTable struct {
	ends    [256]uint8 // indexed by the discs of opp: the places where a disc of own would close a run of those
	between [256]uint8 // indexed by the closing discs of own: the places between them and the move
}

var lineTables = makeLineTables()

func makeLineTables() (all [8]lineTable) {
	for at := range all {
		for set := range 256 {
			for _, step := range [...]int{-1, 1} {
				if run, end := nextIn(^set, at, step); run != 0 {
					all[at].ends[set] |= end
				}
				between, _ := nextIn(set, at, step)
				all[at].between[set] |= between
			}
		}
	}
	return all
}

// nextIn returns the next place in set from at, and the places between. It returns 0 and 0 if
// there is none.
func nextIn(set, at, step int) (between, next uint8) {
	for i := at + step; 0 <= i && i < 8; i += step {
		if set>>i&1 == 1 {
			return between, 1 << i
		}
		between |= 1 << i
	}
	return 0, 0
}

// columns maps a byte to squares of the a file: bit i stands for the square in row i.
var columns = makeColumns()

func makeColumns() (all [256]rules.Bitboard) {
	for set := range all {
		for rank := range 8 {
			all[set] |= rules.Bitboard(set>>rank&1) << (8 * rank)
		}
	}
	return all
}

var diagonals = bySquare(func(s rules.Square) [2]rules.Bitboard {
	return [2]rules.Bitboard{ray(s, 1, 1) | ray(s, -1, -1) | 1<<s, ray(s, 1, -1) | ray(s, -1, 1) | 1<<s}
})

func bySquare[T any](f func(rules.Square) T) (all [64]T) {
	for s := range rules.NoSquare {
		all[s] = f(s)
	}
	return all
}

// ray returns the squares from s to the edge, without s. Each step goes the given number
// of files and ranks.
func ray(s rules.Square, files, ranks int) (set rules.Bitboard) {
	file, rank := s.Column()+files, s.Row()+ranks
	for 0 <= file && file < 8 && 0 <= rank && rank < 8 {
		set |= 1 << rules.SquareAt(file, rank)
		file, rank = file+files, rank+ranks
	}
	return set
}

// Multiplying by these constants gathers the eight bits of a set in the top byte. The set
// must have at most one square on each file for gatherFiles, and must lie on the a file for
// gatherRanks. gatherFiles also copies a byte to all rows.
const (
	gatherFiles rules.Bitboard = fileA
	gatherRanks rules.Bitboard = 0x0102040810204080
)

// flipsOf returns the discs of opp that own turns over by playing s. On processors without
// vectors, look-ups in these tables were faster than shifts and additions along each ray.
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

// flips returns the discs turned over in one line, which is in the lowest eight bits of own and opp.
func (t *lineTable) flips(own, opp rules.Bitboard) uint8 {
	return t.between[t.ends[uint8(opp)]&uint8(own)]
}
