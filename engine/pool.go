package engine

import (
	"context"
	"sync"
	"time"
)

// keepIdle is the time before unused searchers lose their memory.
const keepIdle = 5 * time.Minute

// Pool lends searchers with the trained weights, and so bounds their memory. It makes
// searchers on demand. It drops all free searchers five minutes after the last one came
// back. Its methods are safe for concurrent use.
type Pool struct {
	bytes int           // table size of a searcher
	lent  chan struct{} // holds an element for each lent searcher

	mu   sync.Mutex
	free []*Searcher
	idle *time.Timer // drops the free searchers
}

// NewPool returns a pool of up to the given number of searchers. Each has tables of at
// most the given number of bytes.
func NewPool(searchers, bytes int) *Pool {
	return &Pool{bytes: bytes, lent: make(chan struct{}, searchers)}
}

// Borrow returns a searcher, which the caller must give to Return. It waits until one is
// free. It returns the error of ctx if ctx is done first.
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
