package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"othellobot/rules"
)

// ErrNoMove reports that the side to move has no legal move.
var ErrNoMove = errors.New("engine: no legal move")

// Engine plays at levels, gives hints and lends judges. Its methods are safe for
// concurrent use. A call that needs a searcher waits until one is free.
type Engine struct {
	pool     *pool
	hintSlot chan struct{} // holds an element during a hint, so that hints use at most one searcher
	judges   *pool         // the one searcher for reviews, whose results depend on the table size
	solvers  *pool         // the one searcher for questions that must not wait for a review
}

// New returns an engine that searches up to the given number of moves at a time, and one hint,
// each with tables of at most the given number of bytes. It also judges one game and solves
// one position at a time, with tables of 8 MiB each.
func New(moves, bytes int) *Engine {
	return &Engine{newPool(moves+1, bytes), make(chan struct{}, 1), newPool(1, judgeMemory), newPool(1, judgeMemory)}
}

// WithJudge waits for the judge, calls question with it, and returns the error of question. If ctx is
// done first, it returns the error of ctx. Searches of the judge call yield as in [Limits].
func (e *Engine) WithJudge(ctx context.Context, yield func(context.Context) error, question func(*Judge) error) error {
	return lend(ctx, e.judges, yield, question)
}

// WithSolver is [Engine.WithJudge] for short questions. They wait for one another, but not for
// reviews, and never yield.
func (e *Engine) WithSolver(ctx context.Context, question func(*Judge) error) error {
	return lend(ctx, e.solvers, nil, question)
}

func lend(ctx context.Context, judges *pool, yield func(context.Context) error, question func(*Judge) error) error {
	s, err := judges.borrow(ctx)
	if err != nil {
		return err
	}
	defer judges.giveBack(s)
	s.KeepTables()
	return question(&Judge{s, yield})
}

// Choose returns a legal move for the side to move. Levels outside 1 to [Levels] are clamped. The
// same arguments give the same move, unless the deadline of ctx passes during the search: then Choose
// returns the best move found so far. One seed may serve a whole game. The error is [ErrNoMove], or
// that of ctx if ctx is cancelled, or done before a searcher is free.
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
	if err := e.withSearcher(ctx, p, func(s *Searcher) { square = s.Play(ctx, p, Level(level), seed) }); err != nil {
		return rules.NoSquare, err
	}
	return square, nil
}

// withSearcher ignores a deadline that passes while question runs: the best move so far counts.
func (e *Engine) withSearcher(ctx context.Context, p rules.Position, question func(*Searcher)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.Legal().IsEmpty() {
		return ErrNoMove
	}
	s, err := e.pool.borrow(ctx)
	if err != nil {
		return err
	}
	defer e.pool.giveBack(s)
	question(s)
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

const keepIdle = 5 * time.Minute // how long a pool keeps unused searchers

// pool lends searchers with the trained weights, and so bounds their memory. It drops the free
// searchers keepIdle after the last return. It is safe for concurrent use.
type pool struct {
	bytes int           // maximum table size of a searcher
	lent  chan struct{} // holds an element for each lent searcher

	mu   sync.Mutex
	free []*Searcher
	idle *time.Timer // drops the free searchers
}

func newPool(searchers, bytes int) *pool {
	return &pool{bytes: bytes, lent: make(chan struct{}, searchers)}
}

// borrow waits for a searcher, which the caller must give back, or until ctx is done.
func (p *pool) borrow(ctx context.Context) (*Searcher, error) {
	select {
	case p.lent <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.free) - 1; last >= 0 {
		s := p.free[last]
		p.free = p.free[:last]
		return s, nil
	}
	return NewSearcher(Trained(), p.bytes), nil
}

func (p *pool) giveBack(s *Searcher) {
	p.mu.Lock()
	p.free = append(p.free, s)
	if p.idle != nil {
		p.idle.Stop()
	}
	p.idle = time.AfterFunc(keepIdle, p.drop)
	p.mu.Unlock()
	<-p.lent
}

func (p *pool) drop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = nil
}
