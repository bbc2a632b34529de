package engine

import "othellobot/rules"

const (
	fewEmpties  = 6  // up to this many empty squares, moves are tried without sorting them
	lateEmpties = 10 // up to this many empty squares, null-window searches use the small [lateTable]
)

// lateTable keeps boards with seven to ten empty squares, by the first bits of their hashes. A
// search of such a board takes little longer than a read of main memory, so the table is small
// enough for the processor's cache.
type lateTable [1 << lateBits]entry

const lateBits = 13

// nullWindow returns the margin of b, searched in the null window above alpha. A value
// above alpha is a lower bound, any other an upper bound. moves are the legal moves.
func (s *Searcher) nullWindow(b board, moves rules.Bitboard, empties, alpha int) int {
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
		return -s.nullWindow(b, moves, empties, ^alpha)
	}
	if most := stabilityBound(b, alpha); most <= alpha {
		return most
	}
	hash, late := hashOf(b), empties <= lateEmpties
	slot := &s.late[hash>>(64-lateBits)]
	f, found := slot.facts, slot.board == b && slot.age() == s.endTable.age
	if !late {
		f, found = s.endTable.find(b, hash)
	}
	first, value, known := s.decide(f, found, alpha, alpha+1)
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
	switch {
	case s.halted:
	case !late:
		s.endTable.keep(b, hash, s.endDepth, alpha, alpha+1, best, move, s.nodes-begun)
	case best > alpha:
		*slot = entry{b, newFacts(best, infinite, exactDepth, s.endTable.age, 0, move)}
	default:
		*slot = entry{b, newFacts(-infinite, best, exactDepth, s.endTable.age, 0, move)}
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

// decide reports whether f settles a search between alpha and beta, and returns the value if so.
// first is the best move stored in f.
func (s *Searcher) decide(f facts, found bool, alpha, beta int) (first rules.Square, value int, known bool) {
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
// returns infinite without counting them if the bound is unlikely to be as low as alpha.
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
	f, found := s.endTable.find(b, hash)
	first, value, known := s.decide(f, found, alpha, beta)
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

// try returns the margin of a candidate for the side that makes the move. Unless first is set,
// it searches the whole window only if the candidate beats alpha in a null window.
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

type candidate struct {
	board                 // after the move, from the view of the opponent
	moves  rules.Bitboard // of the opponent
	square rules.Square
	order  int32 // the highest is searched first
}

// Minimum empty squares for ordering candidates by an evaluation or a short search. With fewer, that
// costs more than it saves.
const (
	evalEmpties     = 12 // by evaluation
	oneAheadEmpties = 16 // by a search of one ply
	twoAheadEmpties = 19 // by a search of two plies
)

// Weights for ordering candidates. The opponent's moves count most, because few replies make a small tree.
const (
	moveOrder     = 16      // subtracted for each move of the opponent, twice for a corner
	frontierOrder = 2       // subtracted for each empty square next to the mover's discs, where the opponent may move later
	oddSquare     = 8       // added for a square in a quarter with an odd number of empty squares
	knownOrder    = 1 << 20 // order of the best move of an earlier search
)

// candidatesOf lists the given moves of b. If first is among them, it gets the highest order.
func (s *Searcher) candidatesOf(b board, moves rules.Bitboard, empties int, first rules.Square) []candidate {
	free := b.empties()
	odd := oddQuarters(free)
	list := s.candidates[empties][:0]
	for ; moves != 0; moves &= moves - 1 {
		at := moves.First()
		list = list[:len(list)+1]
		c := &list[len(list)-1]
		c.moves = b.replies(at, &c.board)
		c.square = at
		c.order = -moveOrder*int32(c.moves.Len()+(c.moves&corners).Len()) -
			frontierOrder*int32((neighbours(c.opp)&free).Len())
		if odd.Has(at) {
			c.order += oddSquare
		}
		if at == first {
			c.order = knownOrder
		}
	}
	if empties >= evalEmpties && len(list) > 1 {
		s.evaluateAll(b, list, empties)
	}
	return list
}

// evaluateAll lowers each order except knownOrder by the candidate's value for the opponent.
func (s *Searcher) evaluateAll(b board, list []candidate, empties int) {
	here := nodeOf(b)
	var next node
	depth := 0
	switch {
	case empties >= twoAheadEmpties:
		depth = 2
	case empties >= oneAheadEmpties:
		depth = 1
	}
	for i := range list {
		if c := &list[i]; c.order != knownOrder {
			moves, theirs := next.play(&here, c.square)
			c.order -= int32(s.pvs(&next, moves, s.weights.evaluate(&next, moves, theirs), depth, -infiniteValue, infiniteValue))
		}
	}
}

// pick moves the candidate with the highest order to the front and returns it. Most searches
// stop after one or two candidates, so sorting the whole list would waste time.
func pick(list []candidate) *candidate {
	best := 0
	for i := range list {
		if list[i].order > list[best].order {
			best = i
		}
	}
	if best > 0 {
		list[0], list[best] = list[best], list[0]
	}
	return &list[0]
}
