package runner

import (
	"context"
	"sync"
)

// gate lets one in at a time. Of those who wait, no platform, no tenant and no player
// waits longer because others are many. The methods may be called concurrently.
type gate struct {
	mu      sync.Mutex
	taken   bool
	waiting turns[*ticket]
}

// ticket is a place before the gate.
type ticket struct {
	turn chan struct{} // closed when it has come
	gone bool          // nobody waits any more
}

// enter waits for its turn, and must be followed by [gate.leave]. The error is that of
// ctx, and nobody is inside then.
func (g *gate) enter(ctx context.Context, platform, tenant, player string) error {
	g.mu.Lock()
	if !g.taken {
		g.taken = true
		g.mu.Unlock()
		return nil
	}
	t := &ticket{turn: make(chan struct{})}
	g.waiting.add(t, platform, tenant, player)
	g.mu.Unlock()
	select {
	case <-t.turn:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.turn:
		g.next()
	default:
		t.gone = true
	}
	return ctx.Err()
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next()
}

// next lets the next one in. The mutex is held.
func (g *gate) next() {
	for g.waiting.waits > 0 {
		if t := g.waiting.take(); !t.gone {
			close(t.turn)
			return
		}
	}
	g.taken = false
}
