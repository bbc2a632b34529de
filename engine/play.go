package engine

import (
	"context"
	"math"
	"math/rand/v2"

	"othellobot/rules"
)

const (
	openingEmpties = 50  // with more empty squares, every level adds noise, so that games differ
	openingNoise   = 0.4 // in discs
	noiseReach     = 5   // standard deviations of the noise; it hardly ever makes up for a larger gap
)

// Play chooses a move of p without a book. p must have a legal move. If ctx is done, Play returns
// the best move found so far. Otherwise, without [Searcher.KeepTables], the same arguments give the
// same move.
func (s *Searcher) Play(ctx context.Context, p rules.Position, st Strength, seed uint64) rules.Square {
	empties := p.Empties().Len()
	l, noise := st.limits(empties), st.Noise
	if empties > openingEmpties {
		noise = max(noise, openingNoise)
	}
	if noise == 0 {
		return s.Think(ctx, p, l).Square
	}
	return chooseNoisily(s.Rate(ctx, p, l, noiseReach*noise), noise, diceFor(p, seed)).Square
}

// chooseNoisily returns the move with the best value after adding noise.
func chooseNoisily(rated []RatedMove, noise float64, dice *rand.Rand) (chosen RatedMove) {
	best := math.Inf(-1)
	for _, r := range rated {
		if v := r.Value + noise*dice.NormFloat64(); v > best {
			best, chosen = v, r
		}
	}
	return chosen
}

// diceFor returns the randomness for one move. It differs between the moves of a game with one seed.
func diceFor(p rules.Position, seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed^uint64(p.Black), uint64(p.White)))
}

// Strength sets how well the engine chooses moves. The zero value searches to the end.
type Strength struct {
	Noise   float64 // standard deviation of the noise added to each move's value, in discs
	Depth   int     // maximum plies to look ahead; 0 means unlimited
	Nodes   uint64  // maximum positions for a search that Exact does not cover; 0 means unlimited
	Exact   int     // with at most this many empty squares, the end is searched
	Solving uint64  // maximum positions for searching the end; 0 means unlimited
	Book    bool    // [Engine.Choose] plays from [OwnBook] where the book has the position
}

// Levels is the number of levels. They run from 1, the weakest, to Levels.
const Levels = 16

// levels holds the strengths from level 1 on. Each wins about four of five games against the one
// before. With a book, a level below 14 would play the opening better than the rest of the game.
var levels = [Levels]Strength{
	{Noise: 200, Depth: 1},
	{Noise: 23, Depth: 1, Exact: 1},
	{Noise: 12, Depth: 1, Exact: 1},
	{Noise: 7.4, Depth: 1, Exact: 2},
	{Noise: 4.7, Depth: 1, Exact: 3},
	{Noise: 4.6, Depth: 2, Exact: 4},
	{Noise: 2.6, Depth: 2, Exact: 5},
	{Noise: 2.25, Depth: 3, Exact: 6},
	{Noise: 1.9, Depth: 4, Exact: 8, Nodes: 4_000, Solving: 12_500},
	{Noise: 1.45, Depth: 5, Exact: 9, Nodes: 4_000, Solving: 25_000},
	{Noise: 1.1, Depth: 6, Exact: 10, Nodes: 4_500, Solving: 40_000},
	{Noise: 0.9, Depth: maxPlies, Exact: 11, Nodes: 5_000, Solving: 60_000},
	{Depth: maxPlies, Exact: 12, Nodes: 5_000, Solving: 75_000},
	{Depth: maxPlies, Exact: 17, Nodes: 20_000, Solving: 150_000, Book: true},
	{Depth: maxPlies, Exact: 21, Nodes: 120_000, Solving: 500_000, Book: true},
	{Depth: maxPlies, Exact: 24, Nodes: 1_000_000, Solving: 2_000_000, Book: true},
}

// Level returns the strength of level n. Values outside 1 to [Levels] are clamped.
func Level(n int) Strength { return levels[max(1, min(n, Levels))-1] }

func (s Strength) limits(empties int) Limits {
	if empties <= s.Exact {
		return Limits{ExactEmpties: s.Exact, Nodes: s.Solving, CheapEndings: true}
	}
	return Limits{Depth: s.Depth, Nodes: s.Nodes, CheapEndings: true}
}
