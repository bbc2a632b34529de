package engine

import "othellobot/rules"

const (
	fewEmpties  = 6  // up to this many empty squares, moves are tried without sorting them
	lateEmpties = 10 // up to this many empty squares, searches use the small [lateTable]
	infinite    = 65 // above every margin
)

// nullWindow returns the margin of b, searched in the null window above alpha. A value
// above alpha is a lower bound, any other an upper bound. moves are the legal moves.
func (s *Searcher) nullWindow(b board, moves rules.Bitboard, empties, alpha int) int {
	if empties <= lateEmpties {
		return s.nullWindowLate(b, moves, empties, alpha)
	}
	s.nodes++
	if s.stop() {
		return 0
	}
	if moves == 0 {
		b = b.pass()
		if moves = b.moves(); moves == 0 {
			return -b.margin()
		}
		return -s.nullWindow(b, moves, empties, ^alpha)
	}
	if most := stabilityBound(b, alpha); most <= alpha {
		return most
	}
	hash := hashOf(b)
	first, value, known := s.probe(b, hash, alpha, alpha+1)
	if known {
		return value
	}
	list := s.candidatesOf(b, moves, empties, first)
	if empties > lateEmpties+1 { // otherwise the children are in another table
		if v, ok := s.transpositionCutoff(list, alpha); ok {
			return v
		}
	}
	if s.selective() && empties >= selectiveEmpties {
		if v, cut := s.endProbCut(b, moves, empties, alpha); cut {
			return v
		}
	}
	begun := s.nodes
	best, move := -infinite, rules.NoSquare
	for i := range list {
		c := pick(list[i:])
		if v := -s.nullWindow(c.board, c.moves, empties-1, ^alpha); v > best {
			best, move = v, c.square
			if v > alpha {
				break
			}
		}
	}
	if !s.halted {
		s.endTable.keep(b, hash, s.endDepth, alpha, alpha+1, best, move, s.nodes-begun)
	}
	return best
}

func (s *Searcher) lastSquares(b board, empties, alpha int) int {
	free := b.empties()
	switch empties {
	case 0:
		return b.margin()
	case 1:
		return lastOne(b, free.First())
	}
	return s.lastTwoOrMore(b, oddQuarters(free), free, empties, alpha)
}

// probe looks up b. It returns the value and true if the stored bounds decide a search
// between alpha and beta, and otherwise the move to try first.
func (s *Searcher) probe(b board, hash uint64, alpha, beta int) (first rules.Square, value int, known bool) {
	f, found := s.endTable.find(b, hash)
	switch {
	case !found:
		return rules.NoSquare, 0, false
	case f.depth() < s.endDepth:
		return f.move(), 0, false
	case f.lower() == f.upper() || f.lower() >= beta:
		return f.move(), f.lower(), true
	case f.upper() <= alpha:
		return f.move(), f.upper(), true
	}
	return f.move(), 0, false
}

// stabilityBound returns an upper bound for the side to move, from the opponent's stable discs. It
// does not count them and returns infinite if the bound is unlikely to be as low as alpha.
func stabilityBound(b board, alpha int) int {
	if alpha < 0 || 2*b.opp.Len() < 64-alpha {
		return infinite
	}
	return 64 - 2*stable(b.opp, b.own).Len()
}

// transpositionCutoff returns a value above alpha and true if the table proves it for a candidate
// (https://www.chessprogramming.org/Enhanced_Transposition_Cutoff).
func (s *Searcher) transpositionCutoff(list []candidate, alpha int) (int, bool) {
	for i := range list {
		c := &list[i]
		if f, found := s.endTable.find(c.board, hashOf(c.board)); found && f.depth() >= s.endDepth && -f.upper() > alpha {
			return -f.upper(), true
		}
	}
	return 0, false
}

// exactPVS returns the margin of b and the best move. Outside the window, the margin is a bound.
func (s *Searcher) exactPVS(b board, moves rules.Bitboard, empties, alpha, beta int) (int, rules.Square) {
	s.nodes++
	switch {
	case s.stop():
		return 0, rules.NoSquare
	case empties == 0:
		return b.margin(), rules.NoSquare
	case moves == 0:
		b = b.pass()
		if moves = b.moves(); moves == 0 {
			return -b.margin(), rules.NoSquare
		}
		v, _ := s.exactPVS(b, moves, empties, -beta, -alpha)
		return -v, rules.NoSquare
	}
	hash := hashOf(b)
	first, value, known := s.probe(b, hash, alpha, beta)
	if known {
		return value, first
	}
	list := s.candidatesOf(b, moves, empties, first)
	begun := s.nodes
	best, move := -infinite, rules.NoSquare
	for i := range list {
		c := *pick(list[i:])
		v := s.try(&c, empties-1, max(alpha, best), beta, i == 0)
		if s.halted {
			return best, move
		}
		if v > best {
			best, move = v, c.square
			if v >= beta {
				break
			}
		}
	}
	s.endTable.keep(b, hash, s.endDepth, alpha, beta, best, move, s.nodes-begun)
	return best, move
}

// try returns the margin of a candidate for the side that makes the move. Unless first is
// set, the candidate must beat alpha in a null window before its margin is searched.
func (s *Searcher) try(c *candidate, empties, alpha, beta int, first bool) int {
	if !first || alpha+1 >= beta {
		v := -s.nullWindow(c.board, c.moves, empties, ^alpha)
		if v <= alpha || v >= beta {
			return v
		}
	}
	v, _ := s.exactPVS(c.board, c.moves, empties, -beta, -alpha)
	return -v
}

// lateTable keeps boards with seven to ten empty squares, by the first bits of their hashes.
// Searching them takes little longer than an access to distant memory, so this table is small
// enough to stay in the cache.
type lateTable [1 << lateBits]entry

const lateBits = 13

// nullWindowLate is nullWindow with at most lateEmpties empty squares.
func (s *Searcher) nullWindowLate(b board, moves rules.Bitboard, empties, alpha int) int {
	if empties <= fewEmpties {
		return s.lastSquares(b, empties, alpha)
	}
	s.nodes++
	if s.stop() {
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
		if v := -s.nullWindowLate(c.board, c.moves, empties-1, ^alpha); v > best {
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
