package engine

import "othellobot/rules"

type candidate struct {
	board                 // after the move, from the view of the opponent
	moves  rules.Bitboard // of the opponent
	square rules.Square
	order  int32 // the highest is searched first
}

// Minimum numbers of empty squares for the ways to order candidates: with fewer, they cost more than
// they save.
const (
	evalEmpties     = 12 // by evaluation
	oneAheadEmpties = 16 // by a search of one ply
	twoAheadEmpties = 19 // by a search of two plies
)

// Weights for ordering candidates. The opponent's moves count most, because few make a small tree.
const (
	moveOrder     = 16      // subtracted for each move of the opponent, twice for a corner
	frontierOrder = 2       // subtracted for each empty square where the opponent may get a move later
	oddSquare     = 8       // added in a quarter of the board with an odd number of empty squares
	knownOrder    = 1 << 20 // order of the best move of an earlier search
)

// candidatesOf lists the given moves of b. A move on the square first gets the highest order.
func (s *Searcher) candidatesOf(b board, moves rules.Bitboard, empties int, first rules.Square) []candidate {
	free := b.empties()
	odd := oddQuarters(free)
	list := s.candidates[empties][:0]
	for ; moves != 0; moves &= moves - 1 {
		at := moves.First()
		list = list[:len(list)+1]
		c := &list[len(list)-1]
		c.moves = b.answer(at, &c.board)
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

// evaluateAll lowers the order of each candidate but the first by its value for the opponent.
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
