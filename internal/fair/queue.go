package fair

import (
	"math"
	"slices"
)

// Queue holds things that wait, and serves its parties in turn. The full name of a party lists
// the parties around it, outermost first, then its own name. The zero queue is empty. The
// methods must not be called concurrently.
type Queue[T any] struct {
	// Most limits what is out at once, that is, taken but not done: in all, for a party, for a
	// party within a party, and so on. Deeper levels have no limit.
	Most []int

	all party[T]
}

type party[T any] struct {
	name    string
	waits   int // things waiting here and in the parties within
	out     int // things taken and not done; counted only where a limit applies
	own     []T
	parties map[string]*party[T]
	order   []*party[T] // parties with waiting things, the next one first
	served  *party[T]   // had the last turn, and queues again after parties that joined meanwhile; may be nil
}

// Len returns how many things wait.
func (q *Queue[T]) Len() int { return q.all.waits }

// In returns how many things of a party wait, plus those out where a limit applies.
func (q *Queue[T]) In(names ...string) int {
	p := &q.all
	for _, name := range names {
		if p = p.parties[name]; p == nil {
			return 0
		}
	}
	return p.waits + p.out
}

// Add puts a thing into the queue of a party.
func (q *Queue[T]) Add(what T, names ...string) {
	p := &q.all
	for _, name := range names {
		next := p.parties[name]
		if next == nil {
			if p.parties == nil {
				p.parties = make(map[string]*party[T])
			}
			next = &party[T]{name: name}
			p.parties[name] = next
		}
		if next.waits == 0 {
			p.order = append(p.order, next)
		}
		p.waits++
		p = next
	}
	p.waits++
	p.own = append(p.own, what)
}

// Take removes and returns the next thing. It reports false if the limits allow none.
func (q *Queue[T]) Take() (what T, ok bool) { return q.all.take(q.Most) }

func (p *party[T]) take(most []int) (what T, ok bool) {
	limit, inner := limits(most)
	if p.waits == 0 || p.out >= limit {
		return what, false
	}
	if len(p.own) > 0 {
		what, ok, p.own = p.own[0], true, p.own[1:]
	} else {
		if p.served != nil {
			p.order, p.served = append(p.order, p.served), nil
		}
		for i, next := range p.order {
			if what, ok = next.take(inner); ok {
				p.order = slices.Delete(p.order, i, i+1)
				if next.waits > 0 {
					p.served = next
				} else {
					p.forget(next)
				}
				break
			}
		}
	}
	if ok {
		p.waits--
		if limit < math.MaxInt {
			p.out++
		}
	}
	return what, ok
}

// Done records that a thing of the party is no longer out. If Most has any limit, call it once
// for each thing taken.
func (q *Queue[T]) Done(names ...string) { q.all.done(q.Most, names) }

func (p *party[T]) done(most []int, names []string) {
	limit, inner := limits(most)
	if limit < math.MaxInt {
		p.out--
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

// forget deletes a party that has nothing waiting or out.
func (p *party[T]) forget(one *party[T]) {
	if one.waits == 0 && one.out == 0 && len(one.parties) == 0 {
		delete(p.parties, one.name)
	}
}

func limits(most []int) (outer int, inner []int) {
	if len(most) == 0 {
		return math.MaxInt, nil
	}
	return most[0], most[1:]
}
