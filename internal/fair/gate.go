package fair

import (
	"context"
	"errors"
	"sync"
)

// ErrFull reports that the party has reached its limit at the gate.
var ErrFull = errors.New("fair: too many wait")

// Gate lets a limited number of callers in at once. Its methods may be called concurrently.
type Gate struct {
	mu      sync.Mutex
	waiting Queue[*ticket]
	each    int
}

// ticket is a caller's place at the gate.
type ticket struct {
	names []string
	turn  chan struct{} // closed when the caller may enter
	gone  bool          // the caller has given up
}

// NewGate returns a gate that lets in as many callers at once as most allows (see
// [Queue.Most]). The argument each limits the callers of one party, waiting and inside; 0 means
// no limit.
func NewGate(each int, most ...int) *Gate {
	return &Gate{waiting: Queue[*ticket]{Most: most}, each: each}
}

// Enter waits for the party's turn. After success the caller must call leave once. On failure
// leave is nil, and the error is [ErrFull] or that of ctx.
func (g *Gate) Enter(ctx context.Context, names ...string) (leave func(), err error) {
	g.mu.Lock()
	if g.each > 0 && g.waiting.In(names...) >= g.each {
		g.mu.Unlock()
		return nil, ErrFull
	}
	t := &ticket{names: names, turn: make(chan struct{})}
	g.waiting.Add(t, names...)
	g.admit()
	g.mu.Unlock()
	select {
	case <-t.turn:
		return func() { g.leave(t) }, nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.turn:
		g.waiting.Done(names...)
		g.admit()
	default:
		t.gone = true
	}
	return nil, ctx.Err()
}

func (g *Gate) leave(t *ticket) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting.Done(t.names...)
	g.admit()
}

// admit lets in waiting callers until a limit is reached. The mutex must be held.
func (g *Gate) admit() {
	for {
		t, ok := g.waiting.Take()
		switch {
		case !ok:
			return
		case t.gone:
			g.waiting.Done(t.names...)
		default:
			close(t.turn)
		}
	}
}
