package fair

import (
	"context"
	"errors"
	"sync"
)

// ErrFull reports that as many of a party wait as may.
var ErrFull = errors.New("fair: too many wait")

// Gate lets a limited number in at a time. Its methods may be called concurrently.
type Gate struct {
	mu      sync.Mutex
	waiting Queue[*ticket]
	each    int
}

// ticket is a place before the gate.
type ticket struct {
	names []string
	turn  chan struct{} // closed when it has come
	gone  bool          // its caller has given up
}

// NewGate returns a gate that lets most in at once, as [Queue] counts them. At most each of one
// party may be inside or wait; 0 means any number.
func NewGate(each int, most ...int) *Gate {
	return &Gate{waiting: Queue[*ticket]{Most: most}, each: each}
}

// Enter waits for the turn of a party, and must be followed by leave. The error is [ErrFull]
// or that of ctx, and leave is nil then.
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

// admit lets in as many as may be inside, in turn. The mutex is held.
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
