package engine

import (
	"math/bits"

	"othellobot/rules"
)

// The functions of this file play the last squares of a game without move lists and transposition
// tables: trying the few moves costs less than sorting them. All values are final margins for the
// side to move. A value above alpha is a lower bound, any other an upper bound. With one or two
// empty squares, values up to alpha are exact.

var quarterOf = bySquare(func(s rules.Square) rules.Bitboard { return quarters[s.Row()/4*2+s.Column()/4] })

// around holds the squares that touch each square, without the square itself.
var around = bySquare(func(s rules.Square) rules.Bitboard { return neighbours(1<<s) &^ (1 << s) })

// flipsNear is [board.flips], faster where no disc of opp touches s.
func (b board) flipsNear(s rules.Square) rules.Bitboard {
	if b.opp&around[s&63] == 0 {
		return 0
	}
	return b.flips(s)
}

func lastOne(b board, s rules.Square) int {
	own := b.own.Len()
	if n := lastFlips(b.own, s); n > 0 {
		return 2*(own+n+1) - 64
	}
	if n := lastFlips(b.opp, s); n > 0 {
		return 2*(own-n) - 64
	}
	if own > 31 {
		own++ // the winner gets the unplayable square
	}
	return 2*own - 64
}

func (s *Searcher) lastTwo(b board, s1, s2 rules.Square, alpha int) int {
	s.nodes++
	best := -infinite
	if flipped := b.flipsNear(s1); flipped != 0 {
		if best = -lastOne(b.after(s1, flipped), s2); best > alpha {
			return best
		}
	}
	if flipped := b.flipsNear(s2); flipped != 0 {
		return max(best, -lastOne(b.after(s2, flipped), s1))
	}
	if best > -infinite {
		return best
	}
	return -passedTwo(b.pass(), s1, s2)
}

// passedTwo returns the exact value of a board with two empty squares after a pass.
func passedTwo(b board, s1, s2 rules.Square) int {
	best := -infinite
	if flipped := b.flips(s1); flipped != 0 {
		best = -lastOne(b.after(s1, flipped), s2)
	}
	if flipped := b.flips(s2); flipped != 0 {
		best = max(best, -lastOne(b.after(s2, flipped), s1))
	}
	if best == -infinite {
		return b.margin()
	}
	return best
}

// lastThree tries s1 first, usually a square in a quarter with an odd number of empty squares.
// passed reports whether the other side just passed.
func (s *Searcher) lastThree(b board, s1, s2, s3 rules.Square, alpha int, passed bool) int {
	s.nodes++
	best := -infinite
	if flipped := b.flipsNear(s1); flipped != 0 {
		if best = -s.lastTwo(b.after(s1, flipped), s2, s3, ^alpha); best > alpha {
			return best
		}
	}
	if flipped := b.flipsNear(s2); flipped != 0 {
		if best = max(best, -s.lastTwo(b.after(s2, flipped), s1, s3, ^alpha)); best > alpha {
			return best
		}
	}
	if flipped := b.flipsNear(s3); flipped != 0 {
		return max(best, -s.lastTwo(b.after(s3, flipped), s1, s2, ^alpha))
	}
	switch {
	case best > -infinite:
		return best
	case passed:
		return b.margin()
	}
	return -s.lastThree(b.pass(), s1, s2, s3, ^alpha, true)
}

// lastFew returns the value of a board with four to fewEmpties empty squares. odd is the result
// of oddQuarters.
func (s *Searcher) lastFew(b board, odd rules.Bitboard, empties, alpha int, passed bool) int {
	s.nodes++
	if most := stabilityBound(b, alpha); most <= alpha {
		return most
	}
	moves, free := b.moves(), b.empties()
	switch {
	case moves != 0:
	case passed:
		return b.margin()
	default:
		return -s.lastFew(b.pass(), odd, empties, ^alpha, true)
	}
	best := -infinite
	for _, set := range [2]rules.Bitboard{moves & odd, moves &^ odd} {
		for ; set != 0; set &= set - 1 {
			at := set.First()
			v := -s.lastTwoOrMore(b.play(at), odd^quarterOf[at&63], free&^(set&-set), empties-1, ^alpha)
			if v > best {
				if v > alpha {
					return v
				}
				best = v
			}
		}
	}
	return best
}

// lastTwoOrMore returns the value of a board whose empty squares, two to fewEmpties, are in free.
func (s *Searcher) lastTwoOrMore(b board, odd, free rules.Bitboard, empties, alpha int) int {
	if empties > 3 {
		return s.lastFew(b, odd, empties, alpha, false)
	}
	first := free & odd
	if first == 0 {
		first = free
	}
	s1 := first.First()
	free &^= 1 << (s1 & 63)
	if empties == 2 {
		return s.lastTwo(b, s1, free.First(), alpha)
	}
	return s.lastThree(b, s1, free.First(), (free & (free - 1)).First(), alpha, false)
}

// flipCounts holds the number of discs that a move turns over in a line whose other
// squares are full. It is indexed by the place of the move and the eight bits of own.
var flipCounts = makeFlipCounts()

func makeFlipCounts() (counts [8][256]uint8) {
	for at := range counts {
		for own, between := range lineTables[at].between {
			counts[at][own] = uint8(bits.OnesCount8(between))
		}
	}
	return counts
}

func lastFlips(own rules.Bitboard, s rules.Square) int {
	file, rank := s%8, s/8%8
	through := &diagonals[s&63]
	row := own >> (8 * rank) & 255
	column := own >> file & fileA * gatherRanks >> 56
	main := own & through[0] * gatherFiles >> 56
	counter := own & through[1] * gatherFiles >> 56
	return int(flipCounts[file][row&255]) + int(flipCounts[rank][column&255]) +
		int(flipCounts[file][main&255]) + int(flipCounts[file][counter&255])
}
