package engine

import "othellobot/rules"

// candidate is a move that a search of the endgame considers.
type candidate struct {
	board                 // after the move, seen by the opponent
	moves  rules.Bitboard // the opponent's
	square rules.Square
	order  int32 // the highest is searched first
}

// From so many empty squares on candidates are evaluated to order them, by looking
// so far ahead; below that costs more than it saves.
const (
	evalEmpties     = 12
	oneAheadEmpties = 16
	twoAheadEmpties = 19
)

// How candidates are ordered. What counts most is to leave the opponent few
// moves, because that makes the tree small.
const (
	moveOrder     = 16      // less for each move of the opponent, twice for a corner
	frontierOrder = 2       // less for each empty square where it may get a move later
	oddSquare     = 8       // more in a quarter with an odd number of empty squares
	knownOrder    = 1 << 20 // the best move of an earlier search
)

// candidatesOf makes the candidates of b, the move first in front.
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

// evaluateAll takes from the order of each candidate what it is worth to the
// opponent, as far as a short search can tell.
func (s *Searcher) evaluateAll(b board, list []candidate, empties int) {
	here := featuresOf(b)
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
			next.board = c.board
			next.features.after(&here, c.square, b.opp&c.opp)
			c.order -= int32(s.lookAhead(&next, c.moves, depth, -infiniteValue, infiniteValue))
		}
	}
}

// pick brings the most promising candidate to the front. Most lists are cut off
// after a move or two, so sorting them whole would be a waste.
func pick(list []candidate) *candidate {
	best := 0
	for i := 1; i < len(list); i++ {
		if list[i].order > list[best].order {
			best = i
		}
	}
	if best > 0 {
		list[0], list[best] = list[best], list[0]
	}
	return &list[0]
}
