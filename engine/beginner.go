package engine

import (
	"math/rand/v2"

	"othellobot/rules"
)

// cornerCharm is how many discs a corner looks like to a beginner.
const cornerCharm = 1

// beginner is level 1: it likes moves that turn over many discs, and corners,
// and thinks no further, so that it gives corners away. A move is drawn with a
// chance in proportion to the square of its charm: mistakes are common, silly
// moves are not.
func beginner(p rules.Position, rng *rand.Rand) rules.Square {
	var chances [64]int
	total := 0
	for s := range p.Legal().Squares() {
		charm := p.Flips(s).Len()
		if corners.Has(s) {
			charm += cornerCharm
		}
		chances[s] = charm * charm
		total += chances[s]
	}
	drawn, square := rng.IntN(total), rules.Square(0)
	for drawn >= chances[square] {
		drawn -= chances[square]
		square++
	}
	return square
}
