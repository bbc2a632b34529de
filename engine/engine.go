package engine

import (
	"context"
	"errors"

	"othellobot/rules"
)

// ErrNoMove says that the side to move has no legal move.
var ErrNoMove = errors.New("engine: no legal move")

// Engine plays at levels and gives hints, with the searchers of a pool. The
// methods may be called concurrently; each waits until a searcher is free.
type Engine struct{ pool *Pool }

// New makes an engine that thinks about so many positions at a time, with tables
// of at most so many bytes together.
func New(searchers, bytes int) *Engine { return &Engine{NewPool(searchers, bytes)} }

// Choose gives a legal move for the side to move. A level outside 1 to [Levels]
// is brought into that range. The same arguments give the same move, unless the
// deadline of ctx passes while it thinks: then it is the best known by then. One
// seed may serve a whole game. The error is [ErrNoMove] or, if ctx is done before
// there is a searcher or is cancelled, that of ctx, and the square is then
// [rules.NoSquare].
func (e *Engine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	if legal := p.Legal(); legal.Len() == 1 && ctx.Err() == nil {
		return legal.First(), nil
	}
	square := rules.NoSquare
	err := e.ask(ctx, p, func(s *Searcher) { square = s.Play(ctx, p, Level(level), seed) })
	if err != nil {
		return rules.NoSquare, err
	}
	return square, nil
}

// ask asks a searcher about a position.
func (e *Engine) ask(ctx context.Context, p rules.Position, question func(*Searcher)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.Legal().IsEmpty() {
		return ErrNoMove
	}
	s, err := e.pool.Borrow(ctx)
	if err != nil {
		return err
	}
	defer e.pool.Return(s)
	question(s)
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}
