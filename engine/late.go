package engine

import "othellobot/rules"

// lateTable keeps boards with seven to ten empty squares. Searching them takes little longer
// than an access to distant memory, so this table is small enough to stay in the cache. It
// is indexed by the first bits of a board's hash. A new board replaces the old one.
type lateTable [1 << lateBits]entry

const lateBits = 13

// nullWindowLate is nullWindow with more than fewEmpties and at most lateEmpties empty
// squares. It orders moves without evaluating boards.
func (s *Searcher) nullWindowLate(b board, moves rules.Bitboard, empties, alpha int) int {
	s.nodes++
	if s.halted || s.nodes >= s.next && s.stop() {
		return 0
	}
	if moves == 0 {
		b = b.pass()
		if moves = b.moves(); moves == 0 {
			return -b.margin()
		}
		return -s.nullWindowLate(b, moves, empties, ^alpha)
	}
	if most := stabilityBound(b, alpha); most <= alpha {
		return most
	}
	e := &s.late[hashOf(b)>>(64-lateBits)]
	first := rules.NoSquare
	if e.board == b && e.age() == s.endTable.age {
		switch {
		case e.lower() > alpha:
			return e.lower()
		case e.upper() <= alpha:
			return e.upper()
		}
		first = e.move()
	}
	list := s.candidatesOf(b, moves, empties, first)
	best, move := -infinite, rules.NoSquare
	for i := range list {
		c := pick(list[i:])
		var v int
		if empties == fewEmpties+1 {
			v = -s.lastSquares(c.board, empties-1, ^alpha)
		} else {
			v = -s.nullWindowLate(c.board, c.moves, empties-1, ^alpha)
		}
		if v > best {
			best, move = v, c.square
			if v > alpha {
				break
			}
		}
	}
	if s.halted {
		return best
	}
	lower, upper := -infinite, best
	if best > alpha {
		lower, upper = best, infinite
	}
	*e = entry{b, newFacts(lower, upper, empties, s.endTable.age, 0, move)}
	return best
}
