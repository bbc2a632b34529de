package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"othellobot/game"
)

// Finished implements [game.Store]. It is kept as long as the game, and longer if it is rated.
func (m *Memory) Finished(_ context.Context, id game.ID) (game.Finished, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.finished[id]
	if !ok {
		return game.Finished{}, game.ErrUnknown
	}
	return f, nil
}

// Records implements [game.Store].
func (m *Memory) Records(_ context.Context, p game.Player) ([]game.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.records[p])), nil
}

// Strike implements [game.Store], for all of a player at once.
func (m *Memory) Strike(_ context.Context, p game.Player, _ time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keepRecords()
	m.records.strike(p)
	for id, f := range m.finished {
		if f.Black != p && f.White != p {
			continue
		}
		if f.Black == p {
			f.Black = game.Nobody
		}
		if f.White == p {
			f.White = game.Nobody
		}
		if set(m, m.finished, id, f); !f.Rates() && !f.Black.Person() && !f.White.Person() {
			unset(m, m.finished, id)
		}
	}
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return key.player == p })
	return false, nil
}

// count keeps what a step finishes.
func (m *Memory) count(s game.Step) {
	if f, ok := s.Finishes(); ok {
		m.finish(f)
	}
	s.CountVotes(m.votes[s.After.ID], func(p game.Player, r game.Record) {
		m.keepRecords()
		m.records.add(p, r)
	})
}

func (m *Memory) finish(f game.Finished) {
	m.keepRecords()
	if f.Tally = m.records.count(f); f.Rates() {
		m.ladder(f.Tenant).Rate(&f)
	}
	set(m, m.finished, f.Game, f)
}
