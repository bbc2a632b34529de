package main

import (
	"math/rand/v2"

	"othellobot/lab/random"
	"othellobot/rules"
)

// The squares that whoever has lost a few games knows about, and those next to corners
// that they leave alone.
const (
	corners = rules.Bitboard(0x8100000000000081)
	shunned = rules.Bitboard(0x42C300000000C342) // X and C squares
)

// beginnersMove is a move at random, for the most part: into a corner where there is one,
// and next to one only where there is no other. The position must have a legal move; the
// same arguments give the same move.
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
