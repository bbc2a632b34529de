package engine

import (
	"context"
	"math/rand/v2"

	"othellobot/rules"
)

// In the opening even the strongest level errs a little, so that games differ.
const (
	openingEmpties = 50
	openingNoise   = 0.4 // in discs
)

// Play chooses a move of p without a book. p must have a legal move. The same arguments give
// the same move. If ctx is done, Play returns the best move found so far.
func (s *Searcher) Play(ctx context.Context, p rules.Position, st Strength, seed uint64) rules.Square {
	dice := diceFor(p, seed)
	empties := p.Empties().Len()
	l, noise := st.limits(empties), st.Noise
	if empties > openingEmpties {
		noise = max(noise, openingNoise)
	}
	if noise == 0 {
		return s.Think(ctx, p, l).Square
	}
	return chooseNoisily(s.Rate(ctx, p, l, noiseReach*noise), noise, dice)
}

const noiseReach = 5 // standard deviations by which a move may be worse than the best and still seem the best

// chooseNoisily returns the move with the best value after adding noise.
func chooseNoisily(rated []Rated, noise float64, dice *rand.Rand) rules.Square {
	seems, square := 0.0, rules.NoSquare
	for _, r := range rated {
		if v := r.Value + noise*dice.NormFloat64(); v > seems || square == rules.NoSquare {
			seems, square = v, r.Square
		}
	}
	return square
}

// diceFor returns the source of randomness for one move. Since it includes the position, the
// noise differs between the moves of a game with one seed.
func diceFor(p rules.Position, seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed^uint64(p.Black), uint64(p.White)))
}
