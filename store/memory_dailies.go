package store

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// Asked implements [game.Store].
func (m *Memory) Asked(_ context.Context, at game.Place, day game.Day) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := m.places[at]; p != nil && p.daily.asked < day {
		m.keepPlace(p)
		p.daily.asked = day
	}
	return nil
}

// LastPosted implements [game.Store].
func (m *Memory) LastPosted(_ context.Context, t game.Tenant) (last game.Day, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at, p := range m.places {
		if at.Tenant() == t {
			last = max(last, p.daily.posted)
		}
	}
	return last, nil
}

// Ended implements [game.Store].
func (m *Memory) Ended(_ context.Context, at game.Place, from, to time.Time, most int) (games []game.Game, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.games {
		g := e.game
		if (e.stage == stageLast || e.stage == stagePast) && strings.HasPrefix(string(g.Place), string(at)) && g.At >= from.UnixMilli() && g.At < to.UnixMilli() {
			games = append(games, *g)
		}
	}
	slices.SortFunc(games, func(a, b game.Game) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.ID, b.ID)) })
	return games[:min(most, len(games))], nil
}

func (q dailyQueue) Len() int { return len(q) }

func (q dailyQueue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].daily.due, q[j].daily.due), cmp.Compare(q[i].room.Place, q[j].room.Place)) < 0
}

func (q dailyQueue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].daily.position, q[j].daily.position = i, j
}

// Push implements [heap.Interface].
func (q *dailyQueue) Push(x any) {
	p := x.(*place)
	p.daily.position = len(*q)
	*q = append(*q, p)
}

// Pop implements [heap.Interface].
func (q *dailyQueue) Pop() any {
	last := len(*q) - 1
	p := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return p
}

func (q *dailyQueue) put(p *place) { heap.Push(q, p) }

func (q *dailyQueue) drop(p *place) { heap.Remove(q, p.daily.position) }

// dailiesOf is the queue in which a place waits.
func (m *Memory) dailiesOf(p *place) *dailyQueue {
	if p.daily.taken {
		return &m.retaken
	}
	return &m.dailies
}

// setDaily changes when a place is due, 0 for never, and whether somebody has taken it.
func (m *Memory) setDaily(p *place, due int64, taken bool) {
	m.unqueue(p)
	p.daily.due, p.daily.taken = due, taken
	m.enqueue(p)
}

// enqueue has a place wait for its puzzle, if it gets any.
func (m *Memory) enqueue(p *place) {
	if p.daily.due != 0 {
		m.dailiesOf(p).put(p)
	}
}

// unqueue has a place wait no more.
func (m *Memory) unqueue(p *place) {
	if p.daily.due != 0 {
		m.dailiesOf(p).drop(p)
	}
}
