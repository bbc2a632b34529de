package game

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"
)

// Due implements [Store]. It forgets on the way what is to be forgotten there.
func (m *Memory) Due(_ context.Context, now, until time.Time, most int, prefixes []string) ([]Pending, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var pending []Pending
	var elsewhere []*shelf
	for len(pending) < most && len(m.queue) > 0 && m.queue[0].due <= now.UnixMilli() {
		if s := m.queue[0]; s.within(prefixes) {
			pending = m.dueOn(s, now, until, most, pending)
		} else {
			m.queue.drop(s)
			elsewhere = append(elsewhere, s)
		}
	}
	for _, s := range elsewhere {
		m.queue.put(s, s.due)
	}
	return pending, nil
}

// within reports whether the name of the place begins with one of the prefixes.
func (s *shelf) within(prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(s.place), p) })
}

// dueOn appends what is due on a shelf, as far as there is space for it, and
// finds the shelf its new place in the queue.
func (m *Memory) dueOn(s *shelf, now, until time.Time, most int, pending []Pending) []Pending {
	room := m.shelves.take(s)
	left := room
	for g := range room.games() {
		kind, at := m.nextOf(g, room.Settings)
		switch {
		case at > now.UnixMilli() || len(pending) == most:
		case kind == taskForget:
			left = left.without(g)
			m.duels.remove(g)
		default:
			m.leases[g.ID] = until.UnixMilli()
			pending = append(pending, Pending{Game: *g, Pings: room.Settings.Pings})
		}
	}
	if left.quiet() && m.endOf(left) <= now.UnixMilli() {
		left = Room{Place: left.Place}
	}
	m.put(left)
	return pending
}

// Next implements [Store].
func (m *Memory) Next(_ context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	earliest := int64(math.MaxInt64)
	for i, s := range m.queue {
		if s.due < earliest && s.within(prefixes) {
			earliest, ok = s.due, true
		}
		if ok && i == 0 {
			break // nothing is before the first
		}
	}
	return time.UnixMilli(earliest), ok, nil
}

// Clean implements [Store]. [Memory.Due] forgets games and places.
func (m *Memory) Clean(_ context.Context, now time.Time) ([]Place, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.results.forget(now.Add(-m.timing.Retention))
	return nil, nil
}

// nextOf is what is due next for a game, and when, in Unix milliseconds: not
// before it may be handed out again. The lock is held.
func (m *Memory) nextOf(g *Game, s Settings) (TaskKind, int64) {
	kind, wait := g.next(m.timing, s.Pings)
	return kind, max(g.At+wait.Milliseconds(), m.leases[g.ID])
}

// endOf is when a room without games is forgotten, in Unix milliseconds.
func (m *Memory) endOf(r Room) int64 { return r.touched + 2*m.timing.Retention.Milliseconds() }

// nextIn is when something is due in a room, in Unix milliseconds. The lock is
// held.
func (m *Memory) nextIn(r Room) int64 {
	if r.quiet() {
		return m.endOf(r)
	}
	next := int64(math.MaxInt64)
	for g := range r.games() {
		_, at := m.nextOf(g, r.Settings)
		next = min(next, at)
	}
	return next
}
