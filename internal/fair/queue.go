package fair

import (
	"math"
	"slices"
)

// Queue holds things that wait, and gives one thing of each party in turn. A party is named by
// the parties around it, then by its own name. The zero queue is empty. Its methods must not be
// called concurrently.
type Queue[T any] struct {
	// Most limits what may be out at once: of all parties, of one party, of one party within
	// a party, and so on. Where it says nothing there is no limit.
	Most []int

	all party[T]
}

type party[T any] struct {
	name    string
	waits   int // counts what waits, that of its parties included
	out     int // counts what was taken and is not done, where that is limited
	own     []T
	parties map[string]*party[T]
	order   []*party[T] // the parties for which something waits, the next first
	served  *party[T]   // had the last turn and comes after those that have come since; may be nil
}

// Len returns how much waits.
func (q *Queue[T]) Len() int { return q.all.waits }

// In returns how much waits for a party, and is out for it where that is limited.
func (q *Queue[T]) In(names ...string) int {
	p := &q.all
	for _, name := range names {
		if p = p.parties[name]; p == nil {
			return 0
		}
	}
	return p.waits + p.out
}

// Add lets something wait for a party.
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

// Take takes the next thing. It reports false if none waits that may be out.
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

// Done counts one thing of a party as no longer out. It must be called once for each thing that
// was taken if Most limits anything.
func (q *Queue[T]) Done(names ...string) { q.all.done(q.Most, names) }

func (p *party[T]) done(most []int, names []string) {
	limit, inner := limits(most)
	if limit < math.MaxInt {
		p.out--
	}
	if len(names) > 0 {
		next := p.parties[names[0]]
		if next == nil {
			return // nothing was limited there
		}
		next.done(inner, names[1:])
		p.forget(next)
	}
}

// forget forgets a party for which nothing waits or is out.
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
