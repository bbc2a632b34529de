package engine

import "othellobot/rules"

// The last squares of a game are played by functions of their own, without
// lists, tables or mobility: with so few moves left, finding them out costs more
// than trying them. All values are final margins for the side to move. A value
// above alpha is a lower bound, any other an upper bound; those of the last two
// squares are exact unless above alpha.

// quarterOf is the quarter of the board that a square is in.
var quarterOf = makeQuarters()

func makeQuarters() (all [64]rules.Bitboard) {
	for s := range rules.NoSquare {
		for _, quarter := range quarters {
			if quarter.Has(s) {
				all[s] = quarter
			}
		}
	}
	return all
}

// around is the set of squares that touch a square.
var around = makeAround()

func makeAround() (all [64]rules.Bitboard) {
	for s := range rules.NoSquare {
		all[s] = neighbours(1<<s) &^ (1 << s)
	}
	return all
}

// lastOne is the value of a board with one empty square.
func lastOne(b board, s rules.Square) int {
	own := b.own.Len()
	if n := lastFlips(b.own, s); n > 0 {
		return 2*(own+n+1) - 64
	}
	if n := lastFlips(b.opp, s); n > 0 {
		return 2*(own-n) - 64
	}
	if own > 31 {
		own++ // the winner gets the square that nobody can play
	}
	return 2*own - 64
}

// lastTwo is the value of a board with two empty squares.
func (s *Searcher) lastTwo(b board, s1, s2 rules.Square, alpha int) int {
	s.nodes++
	best := -infinite
	if b.opp&around[s1&63] != 0 {
		if flipped := b.flips(s1); flipped != 0 {
			if best = -lastOne(b.after(s1, flipped), s2); best > alpha {
				return best
			}
		}
	}
	if b.opp&around[s2&63] != 0 {
		if flipped := b.flips(s2); flipped != 0 {
			return max(best, -lastOne(b.after(s2, flipped), s1))
		}
	}
	if best > -infinite {
		return best
	}
	return -passedTwo(b.pass(), s1, s2)
}

// passedTwo is the exact value where the other side has just passed.
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

// lastThree is the value of a board with three empty squares. One of them at least
// is alone in its quarter, or all three are in one; that one comes first, and the
// order of the other two does not matter.
func (s *Searcher) lastThree(b board, s1, s2, s3 rules.Square, alpha int) int {
	s.nodes++
	best := -infinite
	if b.opp&around[s1&63] != 0 {
		if flipped := b.flips(s1); flipped != 0 {
			if best = -s.lastTwo(b.after(s1, flipped), s2, s3, ^alpha); best > alpha {
				return best
			}
		}
	}
	if b.opp&around[s2&63] != 0 {
		if flipped := b.flips(s2); flipped != 0 {
			if best = max(best, -s.lastTwo(b.after(s2, flipped), s1, s3, ^alpha)); best > alpha {
				return best
			}
		}
	}
	if b.opp&around[s3&63] != 0 {
		if flipped := b.flips(s3); flipped != 0 {
			return max(best, -s.lastTwo(b.after(s3, flipped), s1, s2, ^alpha))
		}
	}
	if best > -infinite {
		return best
	}
	return -s.passedThree(b.pass(), s1, s2, s3, ^alpha)
}

// passedThree is lastThree where the other side has just passed.
func (s *Searcher) passedThree(b board, s1, s2, s3 rules.Square, alpha int) int {
	s.nodes++
	best := -infinite
	if flipped := b.flips(s1); flipped != 0 {
		if best = -s.lastTwo(b.after(s1, flipped), s2, s3, ^alpha); best > alpha {
			return best
		}
	}
	if flipped := b.flips(s2); flipped != 0 {
		if best = max(best, -s.lastTwo(b.after(s2, flipped), s1, s3, ^alpha)); best > alpha {
			return best
		}
	}
	if flipped := b.flips(s3); flipped != 0 {
		best = max(best, -s.lastTwo(b.after(s3, flipped), s1, s2, ^alpha))
	}
	if best == -infinite {
		return b.margin()
	}
	return best
}

// lastFew is the value of a board with three to fewEmpties empty squares, of
// which those in odd are in quarters with an odd number of them.
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
			v := -s.fewer(b.play(at), odd^quarterOf[at&63], free&^(set&-set), empties-1, ^alpha)
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

// fewer is the value of a board with two or more empty squares, those in free.
func (s *Searcher) fewer(b board, odd, free rules.Bitboard, empties, alpha int) int {
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
	return s.lastThree(b, s1, free.First(), (free & (free - 1)).First(), alpha)
}
