package game

import (
	"context"
	"math"
	"time"
)

// Due implements [Store], in all places: there are none but this process's own.
// It forgets on the way what is to be forgotten.
func (m *Memory) Due(_ context.Context, now, until time.Time, most int, _ []string) ([]Pending, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var pending []Pending
	for len(pending) < most && len(m.queue) > 0 && m.queue[0].due <= now.UnixMilli() {
		pending = m.dueOn(m.queue[0], now, until, most, pending)
	}
	return pending, nil
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
func (m *Memory) Next(context.Context, []string) (time.Time, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.queue) == 0 {
		return time.Time{}, false, nil
	}
	return time.UnixMilli(m.queue[0].due), true, nil
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
