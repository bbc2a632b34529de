package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/game"
)

// Load implements [game.Store].
func (m *Memory) Load(_ context.Context, at game.Place, delivery game.Delivery) (game.Room, game.Seen, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d, known := m.deliveries[delivery]
	seen := game.Seen{Known: known, Latest: d.made}
	room := game.Room{Place: at}
	if p := m.places[at]; p != nil {
		room = p.room
	}
	room.Threads = m.threads[at] > 0
	room.Buried, room.Condemned = m.buried(string(at)), m.condemned(string(at))
	return room, seen, nil
}

// Note implements [game.Store].
func (m *Memory) Note(_ context.Context, n game.Note) (game.Standing, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.games[n.Game]
	if e == nil {
		return game.NotedRetired, nil
	}
	slots, standing := game.NoteAmong(e.slots, n)
	if !slices.Equal(slots, e.slots) {
		m.setSlots(e, slots)
	}
	return standing, nil
}

// Drawn implements [game.Store].
func (m *Memory) Drawn(_ context.Context, id game.ID) (game.Game, []game.Slot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := m.games[id]
	if e == nil {
		return game.Game{}, nil, game.ErrUnknown
	}
	return *e.game, e.slots, nil
}

// Duels implements [game.Store].
func (m *Memory) Duels(_ context.Context, p game.Player, now time.Time) (game.Duels, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var duels game.Duels
	for _, id := range m.named[p] {
		addDuel(&duels, m.games[id].stage, *m.games[id].game, p, now)
	}
	return duels, nil
}

// Unfinished implements [game.Store].
func (m *Memory) Unfinished(_ context.Context, p game.Player, most int) ([]game.Unfinished, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := slices.Clone(m.named[p])
	for id, votes := range m.votes {
		voted := slices.ContainsFunc(votes, func(v game.Vote) bool { return v.Voter == p })
		if voted && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var found []game.Unfinished
	for _, id := range ids {
		if e := m.games[id]; e.stage <= stageRunning && len(found) < most {
			found = append(found, game.Unfinished{Game: *e.game, Slots: e.slots})
		}
	}
	return found, nil
}

// RunningIn implements [game.Store].
func (m *Memory) RunningIn(_ context.Context, channel game.Place, most int) ([]game.Unfinished, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []game.Unfinished
	for at, p := range m.places {
		if of, _ := at.Channel(); at != channel && of != channel {
			continue
		}
		for _, e := range p.games {
			if e.stage == stageRunning {
				found = append(found, game.Unfinished{Game: *e.game, Slots: e.slots})
			}
		}
	}
	slices.SortFunc(found, func(x, y game.Unfinished) int { return cmp.Compare(x.Game.Place, y.Game.Place) })
	return found[:min(len(found), most)], nil
}

// Named implements [game.Store].
func (m *Memory) Named(_ context.Context, p game.Player) ([]game.Game, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var games []game.Game
	for _, id := range m.named[p] {
		games = append(games, *m.games[id].game)
	}
	return games, nil
}
