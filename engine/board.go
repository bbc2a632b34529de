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
func (b board) play(s rules.Square) board { return b.after(s, b.flips(s)) }

// replies sets *next to b.play(s) and returns the legal moves there.
func (b board) replies(s rules.Square, next *board) rules.Bitboard {
	if vectors {
		return repliesVectors(next, b.own, b.opp, int(s&63))
	}
	*next = b.play(s)
	return next.moves()
}

func (b board) after(s rules.Square, flipped rules.Bitboard) board {
	return board{b.opp ^ flipped, b.own | flipped | 1<<(s&63)}
}

func (b board) pass() board { return board{b.opp, b.own} }

func (b board) empties() rules.Bitboard { return ^(b.own | b.opp) }

// margin returns the margin of a finished game for the side to move. The winner gets the empty squares.
func (b board) margin() int {
	switch own, opp := b.own.Len(), b.opp.Len(); {
	case own > opp:
		return 64 - 2*opp
	case own < opp:
		return 2*own - 64
	}
	return 0
}

const (
	corners   rules.Bitboard = 0x8100000000000081
	fileA     rules.Bitboard = 0x0101010101010101
	fileH     rules.Bitboard = fileA << 7
	northWest rules.Bitboard = 0x000000000f0f0f0f

	infinite = 65 // above every margin
	maxPlies = 60 // of a whole game
)

var (
	quarters      = [...]rules.Bitboard{northWest, northWest << 4, northWest << 32, northWest << 36}
	besideCorners = neighbours(corners) &^ corners // a move there often loses the corner
)

// neighbours returns the squares of set and all squares that touch one of them.
func neighbours(set rules.Bitboard) rules.Bitboard {
	set |= (set&^fileH)<<1 | (set&^fileA)>>1
	return set | set<<8 | set>>8
}

// oddQuarters returns the quarters of the board with an odd number of empty squares. The
// side that moves there first often gets the last move there, too.
func oddQuarters(empties rules.Bitboard) (odd rules.Bitboard) {
	for _, quarter := range quarters {
		if (empties&quarter).Len()%2 == 1 {
			odd |= quarter
		}
	}
	return odd
}

// Perft counts the leaves of the game tree to a depth in plies, to verify and measure the
// engine's move generator. A pass takes a ply, and a game that ends early is one leaf.
func Perft(p rules.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	b := boardOf(p)
	return b.perft(b.moves(), depth)
}

func (b board) perft(moves rules.Bitboard, depth int) (leaves uint64) {
	if moves == 0 {
		b = b.pass()
		if moves = b.moves(); moves == 0 || depth == 1 {
			return 1
		}
		return b.perft(moves, depth-1)
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var next board
	for ; moves != 0; moves &= moves - 1 {
		replies := b.replies(moves.First(), &next)
		leaves += next.perft(replies, depth-1)
	}
	return leaves
}
