package engine

import (
	"math"
	"math/rand/v2"

	"othellobot/rules"
)

// What things are worth to a casual player, in discs.
const (
	casualCorner  = 12
	casualXSquare = -6 // while its corner is empty
	casualCSquare = -3 // while its corner is empty
	casualHaze    = 4  // two moves less than this apart may be mistaken for each other
)

// casual is level 2: it looks at every answer of the opponent, counts discs and
// corners, and stays off the squares beside an empty corner. It knows nothing of
// mobility, and its judgement is a little hazy.
func casual(p rules.Position, rng *rand.Rand) rules.Square {
	best, square := math.MinInt, rules.NoSquare
	for s := range p.Legal().Squares() {
		if v := worst(boardOf(p).play(s)) + rng.IntN(casualHaze); v > best {
			best, square = v, s
		}
	}
	return square
}

// worst is what the opponent, who is to move on b, can bring a casual player
// down to with one move.
func worst(b board) int {
	replies := b.moves()
	if replies.IsEmpty() {
		return glance(b.pass())
	}
	v := math.MaxInt
	for s := range replies.Squares() {
		v = min(v, glance(b.play(s)))
	}
	return v
}

// glance is a casual player's judgement of a board, in discs, positive if the
// side to move is better off.
func glance(b board) int {
	near := neighbours(corners & b.empties())
	return lead(b, everywhere) +
		casualCorner*lead(b, corners) +
		casualXSquare*lead(b, near&xSquares) +
		casualCSquare*lead(b, near&cSquares)
}
