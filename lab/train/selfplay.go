package train

import (
	"context"
	"math"
	"math/rand/v2"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// Selfplay says how an engine plays against itself to learn.
type Selfplay struct {
	Weights *engine.Weights
	Seed    uint64
	Depth   int // plies looked ahead; even, so that all end with the same side to move as they begin
	Exact   int // from so many empty squares on, positions are solved

	// Branches is how many times a game is played again from a late position with
	// another move. Late positions are quickly solved, but such a move is mostly
	// bad, so that these are wilder than those of games.
	Branches int
}

// What makes the games differ, and how their positions are valued.
const (
	fewestRandom = 6    // moves at random at the beginning
	mostRandom   = 24   // and the same at most
	slipChance   = 0.04 // of a move at random later on
	trust        = 0.8  // in the value of the next position, rather than in one's own search

	branchesFrom, branchesTo = 22, 10 // empty squares where games are played again
)

// Player plays the games of a [Selfplay]. It must not be used concurrently.
type Player struct {
	Selfplay
	searcher *engine.Searcher
}

// NewPlayer makes a player.
func NewPlayer(s Selfplay) *Player {
	const bytes = 4 << 20
	return &Player{s, engine.NewSearcher(s.Weights, bytes)}
}

// lived is a position of a game with what the player thought of it.
type lived struct {
	rules.Position
	value float64 // for Black, in discs
	exact bool
	slip  bool // the move made was at random
}

// Game plays game number n and values its positions behind the random opening:
// by solving late ones, others by their search mixed with what became of them,
// unless a slip came between. The same arguments give the same samples. A few numbers
// give an empty game, over before it began. The error is that of ctx.
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

// Value values the positions of a game that somebody else has played from start, by
// what is found there and nothing later; a player that does not look ahead leaves out
// those it does not solve. The error is that of a move against the rules, or of ctx.
func (p *Player) Value(ctx context.Context, start rules.Position, moves []rules.Square) (g Game, err error) {
	position := start
	for _, square := range moves {
		if p.Depth > 0 || position.Empties().Len() <= p.Exact {
			now, _ := p.think(ctx, position)
			g.Line = append(g.Line, samplesOf([]lived{now})...)
		}
		if position, err = position.Play(square); err != nil {
			return Game{}, err
		}
	}
	return g, ctx.Err()
}

// play plays from a position to the end.
func (p *Player) play(ctx context.Context, dice *rand.Rand, position rules.Position) (game []lived) {
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

// dice is the source of all chance of a game.
func (p *Player) dice(n uint64) *rand.Rand { return rand.New(rand.NewPCG(p.Seed, n)) }

// think values a position and chooses a move.
func (p *Player) think(ctx context.Context, position rules.Position) (lived, rules.Square) {
	return p.thinkTo(ctx, position, p.Depth)
}

// thinkTo is think with another depth.
func (p *Player) thinkTo(ctx context.Context, position rules.Position, depth int) (lived, rules.Square) {
	found := p.searcher.Think(ctx, position, engine.Limits{Depth: depth, Exact: p.Exact})
	value := found.Value
	if position.ToMove == rules.White {
		value = -value
	}
	return lived{Position: position, value: value, exact: found.Exact}, found.Square
}

// samplesOf values the positions of a game, the last first.
func samplesOf(game []lived) []Sample {
	samples := make([]Sample, len(game))
	later := math.NaN()
	for i := len(game) - 1; i >= 0; i-- {
		now := game[i]
		value := now.value
		if !now.exact && !now.slip && !math.IsNaN(later) {
			value = float64((1-trust)*now.value) + float64(trust*later) // converted so as not to be fused
		}
		later = value
		if now.ToMove == rules.White {
			value = -value
		}
		samples[i] = Sample{now.Discs(now.ToMove), now.Discs(now.ToMove.Opponent()), float32(value)}
	}
	return samples
}
