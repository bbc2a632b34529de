package engine

import "othellobot/rules"

// child is a move and the board after it, seen by the opponent.
type child struct {
	board
	moves  rules.Bitboard // the opponent's moves
	square rules.Square
	order  int // promising moves have a lower one
}

// How moves are ordered: the fewer answers a move leaves, the better.
const (
	replyOrder       = 4
	cornerReplyOrder = 4   // more, if the answer takes a corner
	cornerOrder      = -20 // the move takes a corner
	oddOrder         = -2  // the move is in a quarter with odd empties
)

// appendChildren adds the given legal moves of b to list.
func appendChildren(list []child, b board, moves rules.Bitboard) []child {
	odd := oddQuarters(b.empties())
	for ; moves != 0; moves &= moves - 1 { // a plain loop: this is the inner one
		s := moves.First()
		c := child{board: b.play(s), square: s}
		c.moves = c.board.moves()
		c.order = replyOrder*c.moves.Len() + cornerReplyOrder*(c.moves&corners).Len()
		if corners.Has(s) {
			c.order += cornerOrder
		}
		if odd.Has(s) {
			c.order += oddOrder
		}
		list = append(list, c)
	}
	return list
}

// promisingFirst brings the most promising move to the front. Most lists are
// cut off after a move or two, so sorting them whole would be a waste.
func promisingFirst(list []child) {
	first := 0
	for i := range list {
		if list[i].order < list[first].order {
			first = i
		}
	}
	list[0], list[first] = list[first], list[0]
}
