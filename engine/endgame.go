package engine

import "othellobot/rules"

// Where the search of the endgame changes its ways, in empty squares.
const (
	fewEmpties  = 6  // up to here moves are tried as they come, odd quarters first
	lateEmpties = 10 // up to here the table is a small one
)

// infinite is above every margin.
const infinite = 65

// nullWindow is the margin of b in a null window: a value above alpha is a lower
// bound, any other an upper bound. The side to move has the given moves.
func (s *Searcher) nullWindow(b board, moves rules.Bitboard, empties, alpha int) int {
	switch {
	case empties <= fewEmpties:
		return s.few(b, empties, alpha)
	case empties <= lateEmpties:
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
	if empties > lateEmpties+1 { // else the children are in another table
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
		if i > 0 && s.crew != nil && empties >= splitEmpties && len(s.crew.idle) > 0 {
			best, move = s.share(list[i:], empties, alpha, best, move)
			break
		}
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

// few is nullWindow for up to fewEmpties empty squares.
func (s *Searcher) few(b board, empties, alpha int) int {
	free := b.empties()
	switch empties {
	case 0:
		return b.margin()
	case 1:
		return lastOne(b, free.First())
	}
	return s.fewer(b, oddQuarters(free), free, empties, alpha)
}

// probe looks b up. If what is known of it answers a search between alpha and
// beta, it gives that value and true, else the move to try first, if any.
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

// stabilityBound is the most that the side to move can reach against the discs
// that its opponent can no longer lose; it is not worked out where it would hardly
// be as low as alpha.
func stabilityBound(b board, alpha int) int {
	if alpha < 0 || 2*b.opp.Len() < 64-alpha {
		return infinite
	}
	return 64 - 2*stable(b.opp, b.own).Len()
}

// transpositionCutoff looks the children up: one that is known to be good enough
// spares the search of all (enhanced transposition cut-off,
// https://www.chessprogramming.org/Enhanced_Transposition_Cutoff).
func (s *Searcher) transpositionCutoff(list []candidate, alpha int) (int, bool) {
	for i := range list {
		c := &list[i]
		if f, found := s.endTable.find(c.board, hashOf(c.board)); found && f.depth() >= s.endDepth && -f.upper() > alpha {
			return -f.upper(), true
		}
	}
	return 0, false
}

// exactPVS is the margin of b between alpha and beta, exactly if it lies there,
// else as a bound on the right side of them (principal variation search), and the
// best move, if there is one.
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

// try is the margin of a candidate for the side that makes the move. All but
// the first are at first only asked whether they beat alpha.
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
