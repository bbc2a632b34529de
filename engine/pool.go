package engine

import (
	"context"
	"sync"
	"time"
)

// keepIdle is how long a searcher that nobody wants keeps its memory.
const keepIdle = 5 * time.Minute

// Pool lends searchers with the weights of the program, so that their memory is
// bounded however many ask. A searcher is made when it is first needed, and all
// that are not lent are let go five minutes after the last one came back. The
// methods may be called concurrently.
type Pool struct {
	bytes int           // of the tables of a searcher
	lent  chan struct{} // holds one for each searcher that is lent

	mu   sync.Mutex
	free []*Searcher
	idle *time.Timer // lets the free ones go
}

// NewPool makes a pool that lends so many searchers at a time, each with tables of
// at most so many bytes.
func NewPool(searchers, bytes int) *Pool {
	return &Pool{bytes: bytes, lent: make(chan struct{}, searchers)}
}

// Borrow gives a searcher, which must go back by Return. It waits until one is
// free; the error is that of ctx, if that is done before.
func (p *Pool) Borrow(ctx context.Context) (*Searcher, error) {
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

// Return takes a searcher back.
func (p *Pool) Return(s *Searcher) {
	p.mu.Lock()
	p.free = append(p.free, s)
	if p.idle != nil {
		p.idle.Stop()
	}
	p.idle = time.AfterFunc(keepIdle, p.letGo)
	p.mu.Unlock()
	<-p.lent
}

func (p *Pool) letGo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = nil
}
