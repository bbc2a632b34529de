package store

import (
	"context"
	"strings"

	"othellobot/game"
	"othellobot/rating"
)

// ladder folds the log of a tenant, each time anew. The mutex is held.
func (m *Memory) ladder(in game.Tenant) *game.Ladder {
	var log []game.Finished
	for _, f := range m.finished {
		if f.Tenant == in && f.Rated.Entry > 0 {
			log = append(log, f)
		}
	}
	var hidden []game.Player
	for key := range m.hidden {
		if key.tenant == in {
			hidden = append(hidden, key.player)
		}
	}
	return game.LadderOf(log, hidden)
}

// Ratings implements [game.Store].
func (m *Memory) Ratings(_ context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Ratings(people...), nil
}

// Met implements [game.Store].
func (m *Memory) Met(_ context.Context, in game.Tenant, one, other game.Player) ([]rating.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Met(one, other), nil
}

// Top implements [game.Store].
func (m *Memory) Top(_ context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.ladder(in).Top(since, p, most), nil
}

// Hide implements [game.Store].
func (m *Memory) Hide(_ context.Context, in game.Tenant, p game.Player, hidden bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if key := (hiddenKey{in, p}); hidden {
		set(m, m.hidden, key, true)
	} else {
		unset(m, m.hidden, key)
	}
	return nil
}

// Annul implements [game.Store].
func (m *Memory) Annul(_ context.Context, in game.Tenant, these game.Annulment) (changed [][2]game.Player, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, f := range m.finished {
		if f.Tenant == in && f.Rates() && f.Rated.Annulled == these.Back && these.Names(f) {
			f.Rated.Annulled = !these.Back
			set(m, m.finished, id, f)
			changed = append(changed, [2]game.Player{f.Black, f.White})
		}
	}
	return changed, nil
}

// dropLadders deletes the logs of the tenants under a prefix, and who is hidden there. The
// mutex is held.
func (m *Memory) dropLadders(prefix string) {
	unsetWhere(m, m.finished, func(_ game.ID, f game.Finished) bool { return strings.HasPrefix(string(f.Tenant), prefix) && f.Rates() })
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return strings.HasPrefix(string(key.tenant), prefix) })
}
