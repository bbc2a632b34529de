package engine

import (
	"context"
	"errors"
	"math/rand/v2"

	"othellobot/rules"
)

// Levels is the number of levels: they run from 1, the weakest, to Levels.
const Levels = 3

// ErrNoMove says that the side to move has no legal move.
var ErrNoMove = errors.New("engine: no legal move")

// Engine chooses moves. The zero value is ready; it holds nothing, so any
// number of calls may run at once.
type Engine struct{}

// Choose gives a legal move for the side to move. A level outside 1 to [Levels]
// is brought into that range. The same arguments give the same move; one seed
// may serve a whole game. The error is [ErrNoMove] or, soon after ctx is done,
// that of ctx, and the square is then [rules.NoSquare].
func (Engine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	legal := p.Legal()
	switch {
	case ctx.Err() != nil:
		return rules.NoSquare, ctx.Err()
	case legal.IsEmpty():
		return rules.NoSquare, ErrNoMove
	case legal.Len() == 1:
		return legal.First(), nil
	case level <= 1:
		return beginner(p, luck(p, seed)), nil
	case level == 2:
		return casual(p, luck(p, seed)), nil
	}
	found, err := think(ctx, p, luck(p, seed))
	return found.square, err
}

// luck is the source of all randomness of one move. The position is part of it
// so that a seed kept for a game does not repeat the same throw at every move.
func luck(p rules.Position, seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed^uint64(p.Black), uint64(p.White)))
}
