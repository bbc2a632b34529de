package train

import (
	"context"
	"math"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// Selfplay holds the settings of self-play games.
type Selfplay struct {
	Weights *engine.Weights
	Seed    uint64
	Depth   int // plies looked ahead; even, so that searches end with the side that began
	Exact   int // positions with at most this many empty squares are solved

	// Branches is the number of attempts to play another end of each game, from a random position
	// and with a random move. Only positions with few empty squares count, since they are solved
	// quickly. A random move is usually bad, so branches are less even than games.
	Branches int
}

// Settings for the variety of games, and for valuing their positions.
const (
	fewestRandom = 6    // minimum number of random moves at the beginning
	mostRandom   = 24   // maximum number of random moves at the beginning
	slipChance   = 0.04 // chance of a random move later on
	trust        = 0.8  // weight of the next position's value against the position's own search

	branchesFrom, branchesTo = 22, 10 // empty squares of the positions that branches start from
)

// Player plays the games of a [Selfplay]. It must not be used concurrently.
type Player struct {
	Selfplay
	searcher *engine.Searcher
}

func NewPlayer(s Selfplay) *Player {
	const bytes = 4 << 20
	return &Player{s, engine.NewSearcher(s.Weights, bytes)}
}

// valuedPosition is a position of a game with the player's findings.
type valuedPosition struct {
	rules.Position
	value float64 // for Black, in discs
	exact bool
	slip  bool // the move made was random
}

// Game plays game number n and values its positions after the random opening. It solves
// late positions. It values others by their search, mixed with the value of the next
// position unless a random move came between. The same arguments give the same samples. A
// few numbers give an empty game that ended in the opening. The error is that of ctx.
func (p *Player) Game(ctx context.Context, n uint64) (g Game, err error) {
	dice := p.dice(n)
	_, position := random.Opening(dice, fewestRandom+dice.IntN(mostRandom-fewestRandom+1))
	if position.Over() {
		return Game{}, ctx.Err()
	}
	line := p.play(ctx, dice, position)
	for range p.Branches {
		if ctx.Err() != nil {
			break
		}
		from := line[dice.IntN(len(line))]
		if n := from.Empties().Len(); n > branchesFrom || n < branchesTo {
			continue
		}
		if position, _ = from.Play(random.Move(dice, from.Legal())); !position.Over() {
			g.Branches = append(g.Branches, samplesOf(p.play(ctx, dice, position))...)
		}
	}
	g.Line = samplesOf(line)
	return g, ctx.Err()
}

// Value values the positions of a game played from start, each by its own search only.
// Without a search depth it leaves out positions that it does not solve. The error
// reports an illegal move, or is that of ctx.
func (p *Player) Value(ctx context.Context, start rules.Position, moves []rules.Square) (g Game, err error) {
	position := start
	for _, square := range moves {
		if p.Depth > 0 || position.Empties().Len() <= p.Exact {
			now, _ := p.think(ctx, position)
			g.Line = append(g.Line, samplesOf([]valuedPosition{now})...)
		}
		if position, err = position.Play(square); err != nil {
			return Game{}, err
		}
	}
	return g, ctx.Err()
}

// play plays from a position to the end.
func (p *Player) play(ctx context.Context, dice *rand.Rand, position rules.Position) (game []valuedPosition) {
	for !position.Over() && ctx.Err() == nil {
		now, square := p.think(ctx, position)
		if dice.Float64() < slipChance {
			now.slip = true
			square = random.Move(dice, position.Legal())
		}
		game = append(game, now)
		position, _ = position.Play(square)
	}
	return game
}

// dice returns the source of randomness for a game.
func (p *Player) dice(n uint64) *rand.Rand { return rand.New(rand.NewPCG(p.Seed, n)) }

// think values a position and chooses a move.
func (p *Player) think(ctx context.Context, position rules.Position) (valuedPosition, rules.Square) {
	return p.thinkTo(ctx, position, p.Depth)
}

// thinkTo is think with another depth.
func (p *Player) thinkTo(ctx context.Context, position rules.Position, depth int) (valuedPosition, rules.Square) {
	found := p.searcher.Think(ctx, position, engine.Limits{Depth: depth, ExactEmpties: p.Exact})
	value := found.Value
	if position.ToMove == rules.White {
		value = -value
	}
	return valuedPosition{Position: position, value: value, exact: found.Exact}, found.Square
}

// samplesOf returns a sample for each position of a game, in order. The value of an unsolved position depends
// on the value of the next one.
func samplesOf(game []valuedPosition) []Sample {
	samples := make([]Sample, len(game))
	later := math.NaN()
	for i := len(game) - 1; i >= 0; i-- {
		now := game[i]
		value := now.value
		if !now.exact && !now.slip && !math.IsNaN(later) {
			value = float64((1-trust)*now.value) + float64(trust*later) // the conversions prevent a fused multiply-add
		}
		later = value
		if now.ToMove == rules.White {
			value = -value
		}
		samples[i] = Sample{now.Discs(now.ToMove), now.Discs(now.ToMove.Opponent()), float32(value)}
	}
	return samples
}
