// Package fair serves waiting parties in turn, so that a busy party cannot hold up the others. Parties
// can be nested: platforms have tenants, and tenants have players. A [Queue] holds items that
// wait; a [Gate] makes goroutines wait.
//
// The package must never know what the parties are waiting for.
package fair

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
)

// Queue holds waiting items, and serves its parties in turn. A party is identified by a list of
// names: those of the parties around it, outermost first, and its own. The zero queue is empty. The
// methods must not be called concurrently.
type Queue[T any] struct {
	// Limits bounds the items that are taken but not done: in all, for a party, for a party within
	// a party, and so on. Deeper levels have no limit.
	Limits []int

	root party[T]
}

type party[T any] struct {
	name    string
	waiting int // number of items waiting here and in the parties within
	taken   int // number of items taken and not done; counted only where a limit applies
	own     []T
	parties map[string]*party[T]
	order   []*party[T] // parties with waiting items, the next one first
	served  *party[T]   // the party that had the last turn, if it has more items; not in order until the next turn
}

// Len returns the number of waiting items.
func (q *Queue[T]) Len() int { return q.root.waiting }

// Count returns the number of a party's waiting items, plus the taken ones where a limit applies.
func (q *Queue[T]) Count(names ...string) int {
	p := &q.root
	for _, name := range names {
		if p = p.parties[name]; p == nil {
			return 0
		}
	}
	return p.waiting + p.taken
}

// Add puts an item into the queue of a party.
func (q *Queue[T]) Add(item T, names ...string) {
	p := &q.root
	for _, name := range names {
		next := p.parties[name]
		if next == nil {
			if p.parties == nil {
				p.parties = make(map[string]*party[T])
			}
			next = &party[T]{name: name}
			p.parties[name] = next
		}
		if next.waiting == 0 {
			p.order = append(p.order, next)
		}
		p.waiting++
		p = next
	}
	p.waiting++
	p.own = append(p.own, item)
}

// Take removes and returns the next item. It reports false if none waits, or the limits allow none.
func (q *Queue[T]) Take() (item T, ok bool) { return q.root.take(q.Limits) }

func (p *party[T]) take(most []int) (item T, ok bool) {
	limit, inner := limits(most)
	if p.waiting == 0 || p.taken >= limit {
		return item, false
	}
	if len(p.own) > 0 {
		item, ok, p.own = p.own[0], true, p.own[1:]
	} else {
		if p.served != nil {
			p.order, p.served = append(p.order, p.served), nil
		}
		for i, next := range p.order {
			if item, ok = next.take(inner); ok {
				p.order = slices.Delete(p.order, i, i+1)
				if next.waiting > 0 {
					p.served = next
				} else {
					p.forget(next)
				}
				break
			}
		}
	}
	if ok {
		p.waiting--
		if limit < math.MaxInt {
			p.taken++
		}
	}
	return item, ok
}

// Done records that a taken item of the party is done. If there are Limits, call it once for each
// item taken.
func (q *Queue[T]) Done(names ...string) { q.root.done(q.Limits, names) }

func (p *party[T]) done(most []int, names []string) {
	limit, inner := limits(most)
	if limit < math.MaxInt {
		p.taken--
	}
	if len(names) > 0 {
		next := p.parties[names[0]]
		if next == nil {
			return // no limit applied here
		}
		next.done(inner, names[1:])
		p.forget(next)
	}
}

func (p *party[T]) forget(inner *party[T]) {
	if inner.waiting == 0 && inner.taken == 0 && len(inner.parties) == 0 {
		delete(p.parties, inner.name)
	}
}

func limits(most []int) (outer int, inner []int) {
	if len(most) == 0 {
		return math.MaxInt, nil
	}
	return most[0], most[1:]
}

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

// The caller must hold the mutex.
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
