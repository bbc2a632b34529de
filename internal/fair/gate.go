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
	mu       sync.Mutex
	queue    Queue[*ticket]
	perParty int
}

type ticket struct {
	names    []string
	admitted chan struct{} // closed when the caller may enter
	gaveUp   bool
}

// NewGate returns a gate. The argument most limits the callers inside, as [Queue.Limits] describes.
// The argument perParty limits the callers of one party, waiting and inside; 0 means no limit.
func NewGate(perParty int, most ...int) *Gate {
	return &Gate{queue: Queue[*ticket]{Limits: most}, perParty: perParty}
}

// Enter waits for the party's turn. After success the caller must call leave once. On failure
// leave is nil, and the error is [ErrFull] or the error of ctx.
func (g *Gate) Enter(ctx context.Context, names ...string) (leave func(), err error) {
	g.mu.Lock()
	if g.perParty > 0 && g.queue.Count(names...) >= g.perParty {
		g.mu.Unlock()
		return nil, ErrFull
	}
	t := &ticket{names: names, admitted: make(chan struct{})}
	g.queue.Add(t, names...)
	g.admit()
	g.mu.Unlock()
	select {
	case <-t.admitted:
		return func() { g.leave(t) }, nil
	case <-ctx.Done():
		g.leave(t)
		return nil, ctx.Err()
	}
}

// leave ends a caller's stay, or its wait if it was not admitted.
func (g *Gate) leave(t *ticket) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.admitted:
		g.queue.Done(t.names...)
		g.admit()
	default:
		t.gaveUp = true
	}
}

// admit lets in waiting callers until a limit is reached. The mutex must be held.
func (g *Gate) admit() {
	for {
		t, ok := g.queue.Take()
		switch {
		case !ok:
			return
		case t.gaveUp:
			g.queue.Done(t.names...)
		default:
			close(t.admitted)
		}
	}
}
