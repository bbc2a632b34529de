// Package random makes random moves, as at the beginning of games for measuring or
// learning: [Opening] makes several, [Move] one.
//
// The same dice give the same moves. The package must never use other randomness than the
// given dice, or know the quality of a move.
package random

import (
	"math/rand/v2"

	"othellobot/rules"
)

// Opening returns random legal moves and the position after them. Each legal move is
// equally likely. There are fewer than count moves if the game ends early.
func Opening(dice *rand.Rand, count int) (moves []rules.Square, p rules.Position) {
	p = rules.Start()
	for range count {
		if p.Over() {
			break
		}
		square := Move(dice, p.Legal())
		moves = append(moves, square)
		p, _ = p.Play(square)
	}
	return moves, p
}

// Move returns one of the squares, each equally likely. There must be at least one.
func Move(dice *rand.Rand, among rules.Bitboard) rules.Square {
	n := dice.IntN(among.Len())
	for s := range among.Squares() {
		if n == 0 {
			return s
		}
		n--
	}
	return rules.NoSquare // not reached: n is less than the number of squares
}
