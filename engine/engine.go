package engine

import (
	"context"
	"errors"

	"othellobot/rules"
)

// ErrNoMove says that the side to move has no legal move.
var ErrNoMove = errors.New("engine: no legal move")

// Engine plays at levels, gives hints and lends a judge, with the searchers of a pool. The
// methods may be called concurrently; each waits until a searcher is free. One is
// for hints, so that these never hold up a game.
type Engine struct {
	pool    *Pool
	hinting chan struct{} // holds one while a hint is looked for
	judges  *Pool         // of one, whose tables all reviews need to be of one size
	solvers *Pool         // of one, for what must not wait for a review
}

// New makes an engine that thinks about so many moves at a time, and a hint, each
// with tables of at most so many bytes; and judges one game and solves one position,
// with tables of 8 MiB each.
func New(moves, bytes int) *Engine {
	return &Engine{NewPool(moves+1, bytes), make(chan struct{}, 1), NewPool(1, judgeMemory), NewPool(1, judgeMemory)}
}

// Judging lends a judge for a question. It waits until nobody else has it; the error is
// that of ctx, if that is done before, else the question's. While it works the judge calls
// yield as a search does, see [Limits].
func (e *Engine) Judging(ctx context.Context, yield func(context.Context) error, question func(*Judge) error) error {
	return lend(ctx, e.judges, yield, question)
}

// Solving is [Engine.Judging] for short questions, which wait for one another and yield
// to nobody.
func (e *Engine) Solving(ctx context.Context, question func(*Judge) error) error {
	return lend(ctx, e.solvers, nil, question)
}

func lend(ctx context.Context, judges *Pool, yield func(context.Context) error, question func(*Judge) error) error {
	s, err := judges.Borrow(ctx)
	if err != nil {
		return err
	}
	defer judges.Return(s)
	s.Keep()
	return question(&Judge{s, yield})
}

// Choose gives a legal move for the side to move, at the highest levels from the opening
// book where it has the position. A level outside 1 to [Levels]
// is brought into that range. The same arguments give the same move, unless the
// deadline of ctx passes while it thinks: then it is the best known by then. One
// seed may serve a whole game. The error is [ErrNoMove] or, if ctx is done before
// there is a searcher or is cancelled, that of ctx, and the square is then
// [rules.NoSquare].
func (e *Engine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	if legal := p.Legal(); legal.Len() == 1 && ctx.Err() == nil {
		return legal.First(), nil
	}
	if Level(level).Book && ctx.Err() == nil {
		if known, ok := OwnBook().Choose(p, seed); ok {
			return known.Square, nil
		}
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
