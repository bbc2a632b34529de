package engine

import (
	"context"
	"sync"
	"time"
)

const keepIdle = 5 * time.Minute // how long a pool keeps unused searchers

// pool lends searchers with the trained weights, and so bounds their memory. It makes
// searchers on demand, and drops all free ones five minutes after the last one came back.
// It is safe for concurrent use.
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

// borrow waits for a searcher, which the caller must give back. It returns the error of
// ctx if ctx is done first.
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
