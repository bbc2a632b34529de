// Package random makes moves at random: those that games to measure or to learn from begin
// with.
//
// The same dice give the same moves. The package must never use other chance than that of
// the dice it is given, or know what a good move is.
package random

import (
	"math/rand/v2"

	"othellobot/rules"
)

// Opening are so many moves at random, each legal one with the same chance, and the
// position behind them; fewer if the game is over by then.
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

// Move is one of some squares, each with the same chance. There has to be one.
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
