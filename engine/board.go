package engine

import "othellobot/rules"

// board is a position from the view of the side to move.
type board struct{ own, opp rules.Bitboard }

func boardOf(p rules.Position) board {
	return board{p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())}
}

// position returns the board with own as Black.
func (b board) position() rules.Position {
	return rules.Position{Black: b.own, White: b.opp, ToMove: rules.Black}
}

func (b board) moves() rules.Bitboard {
	if vectors {
		return movesVectors(b.own, b.opp)
	}
	return legalMoves(b.own, b.opp)
}

// flips returns the discs that a move on s turns over. s must be empty.
func (b board) flips(s rules.Square) rules.Bitboard {
	if vectors {
		return flipsVectors(b.own, b.opp, int(s&63))
	}
	return flipsOf(b.own, b.opp, s)
}

// play returns the board after a legal move on s, from the view of the other side.
func (b board) play(s rules.Square) board {
	return b.after(s, b.flips(s))
}

// answer sets *next to b.play(s) and returns the legal moves there.
func (b board) answer(s rules.Square, next *board) rules.Bitboard {
	if vectors {
		return answerVectors(next, b.own, b.opp, int(s&63))
	}
	*next = b.play(s)
	return next.moves()
}

func (b board) after(s rules.Square, flipped rules.Bitboard) board {
	return board{b.opp ^ flipped, b.own | flipped | 1<<(s&63)}
}

func (b board) pass() board { return board{b.opp, b.own} }

func (b board) empties() rules.Bitboard { return ^(b.own | b.opp) }

// margin returns the official result of a finished game for the side to move, in discs.
func (b board) margin() int {
	own, opp := b.own.Len(), b.opp.Len()
	switch {
	case own > opp:
		return 64 - 2*opp
	case own < opp:
		return 2*own - 64
	}
	return 0
}
