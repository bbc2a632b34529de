package main

import (
	"math/rand/v2"

	"othellobot/lab/random"
	"othellobot/rules"
)

// Corners, and the squares next to them, which a player avoids after losing a few games.
const (
	corners = rules.Bitboard(0x8100000000000081)
	shunned = rules.Bitboard(0x42C300000000C342) // X and C squares
)

// beginnersMove returns a move that is mostly random. It takes a corner if it can, and
// plays next to one only if it must. The position must have a legal move. The same
// arguments give the same move.
func beginnersMove(p rules.Position, seed uint64) rules.Square {
	choice := p.Legal()
	switch {
	case choice&corners != 0:
		choice &= corners
	case choice&^shunned != 0:
		choice &^= shunned
	}
	return random.Move(rand.New(rand.NewPCG(seed^uint64(p.Black), uint64(p.White))), choice)
}
