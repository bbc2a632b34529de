package game

import (
	"context"
	"strings"
	"sync"
	"time"
)

// Memory is a [Store] that ends with the process.
type Memory struct {
	timing Timing

	mu         sync.Mutex
	shelves    shelves
	queue      queue
	leases     map[ID]int64 // until when games are handed out, in Unix milliseconds; until they change
	duels      duelIndex
	results    results
	deliveries deliveries
	playing    int
}

// NewMemory is an empty store.
func NewMemory(timing Timing) *Memory {
	return &Memory{
		timing:     timing,
		leases:     make(map[ID]int64),
		duels:      newDuelIndex(),
		results:    make(results),
		deliveries: newDeliveries(),
	}
}

// Load implements [Store].
func (m *Memory) Load(_ context.Context, at Place) (Room, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	room, _ := m.shelves.room(at)
	return room, nil
}

// Commit implements [Store].
func (m *Memory) Commit(_ context.Context, c Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.deliveries.find(c.Delivery, c.Now); known {
		return ErrDuplicate
	}
	before, _ := m.shelves.room(c.Place)
	steps, past := m.withoutPast(before, c.Steps)
	after, err := before.after(Change{Place: c.Place, Steps: steps, Settings: c.Settings, Now: c.Now})
	if err != nil {
		return err
	}
	for _, g := range past {
		m.results.replace(g)
	}
	m.countPlaying(before, after)
	for _, s := range steps {
		if stored := before.find(s.After.ID); stored == nil {
			m.duels.replace(&Game{}, s.After)
		} else {
			m.duels.replace(stored, s.After)
			if stored.Version == s.After.Version {
				continue
			}
		}
		m.results.replace(s.After)
		delete(m.leases, s.After.ID)
	}
	m.deliveries.note(c.Delivery, c.Makes(), c.Now)
	m.put(after)
	return nil
}

// withoutPast is the steps without those of games of which only the result is
// left, and what becomes of these. The lock is held.
func (m *Memory) withoutPast(r Room, steps []Step) (others []Step, past []*Game) {
	for _, s := range steps {
		if s.Before != nil && r.find(s.After.ID) == nil && m.results.has(s.Before) {
			past = append(past, s.After)
		} else {
			others = append(others, s)
		}
	}
	return others, past
}

// Note implements [Store].
func (m *Memory) Note(_ context.Context, at Place, id ID, before *Messages, after Messages) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	room, _ := m.shelves.room(at)
	room, err := room.noted(id, before, after)
	if err == nil {
		m.shelves.put(room)
	}
	return err
}

// Delivered implements [Store].
func (m *Memory) Delivered(_ context.Context, delivery string, now time.Time) (Made, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	made, known := m.deliveries.find(delivery, now)
	return made, known, nil
}

// Duels implements [Store].
func (m *Memory) Duels(_ context.Context, p Player, now time.Time) (Duels, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.duels.of(p, now), nil
}

// Tally implements [Store].
func (m *Memory) Tally(_ context.Context, at Place, one, other Player) (byOne, byOther int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	byOne, byOther = m.results.tally(at, one, other)
	return byOne, byOther, nil
}

// Named implements [Store].
func (m *Memory) Named(_ context.Context, p Player) ([]Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var named []Game
	for _, s := range m.shelves.byPlace {
		for g := range m.shelves.peek(s).games() {
			if g.names(p) {
				named = append(named, *g)
			}
		}
	}
	for g := range m.results.named(p) {
		if on := m.shelves.byPlace[g.Place]; on == nil || !m.shelves.has(on, g.ID) {
			named = append(named, g)
		}
	}
	return named, nil
}

// Purge implements [Store].
func (m *Memory) Purge(_ context.Context, prefix string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at, s := range m.shelves.byPlace {
		if !strings.HasPrefix(string(at), prefix) {
			continue
		}
		m.countPlaying(m.shelves.peek(s), Room{})
		for g := range m.shelves.peek(s).games() {
			m.duels.remove(g)
			delete(m.leases, g.ID)
		}
		delete(m.results, at)
		m.queue.drop(s)
		m.shelves.drop(at)
	}
	return nil
}

// Playing counts the running games.
func (m *Memory) Playing() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.playing
}

func (m *Memory) countPlaying(before, after Room) {
	if before.Active != nil {
		m.playing--
	}
	if after.Active != nil {
		m.playing++
	}
}

// put holds a room from now on, and has it looked at when something is due there.
// The lock is held.
func (m *Memory) put(r Room) {
	if s := m.shelves.byPlace[r.Place]; s != nil && r.empty() {
		m.queue.drop(s)
	}
	if s := m.shelves.put(r); s != nil {
		m.queue.put(s, m.nextIn(r))
	}
}
