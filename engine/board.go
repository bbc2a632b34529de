package engine

import "othellobot/rules"

// board is a position seen by the side to move, so that a search needs no
// colours. A faster move generator would go in here.
type board struct{ own, opp rules.Bitboard }

func boardOf(p rules.Position) board {
	return board{p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())}
}

// position is the board with own as Black, to ask the rules about it.
func (b board) position() rules.Position {
	return rules.Position{Black: b.own, White: b.opp, ToMove: rules.Black}
}

// moves is the set of squares the side to move may play.
func (b board) moves() rules.Bitboard { return b.position().Legal() }

// flips is the set of discs that a move on s turns over.
func (b board) flips(s rules.Square) rules.Bitboard { return b.position().Flips(s) }

// play makes a legal move. The result is seen by the other side, whether that
// side can move or not.
func (b board) play(s rules.Square) board {
	flipped := b.flips(s)
	return board{b.opp ^ flipped, b.own | flipped | 1<<s}
}

// pass is the board seen by the other side.
func (b board) pass() board { return board{b.opp, b.own} }

func (b board) empties() rules.Bitboard { return b.position().Empties() }

// margin is the official result of a finished game in discs, positive if the
// side to move has won: the winner also gets the empty squares.
func (b board) margin() int {
	score := b.position().FinalScore()
	return score.Black - score.White
}
