package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/game"
)

// Person implements [game.Store].
func (m *Memory) Person(_ context.Context, p game.Player) (game.Person, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.persons[p]
	found.Player = p
	return found, nil
}

// KeepPerson implements [game.Store].
func (m *Memory) KeepPerson(_ context.Context, p game.Person) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.persons[p.Player].Version != p.Version-1 {
		return game.ErrStale
	}
	if slices.ContainsFunc(p.Names(), m.condemned) {
		return game.ErrCondemned
	}
	set(m, m.persons, p.Player, p)
	return nil
}

// Listed implements [game.Store].
func (m *Memory) Listed(_ context.Context, list string, most int) (found []game.Person, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.persons {
		if p.On(list) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b game.Person) int { return cmp.Compare(a.Player, b.Player) })
	return found[:min(most, len(found))], nil
}

// ForgetPerson implements [game.Store].
func (m *Memory) ForgetPerson(_ context.Context, p game.Player) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	unset(m, m.persons, p)
	m.forgetPuzzlers(func(old game.Puzzler) bool { return old.Player == p })
	return nil
}

// forgetPersons drops those whose choices are old and of no use to anybody. The mutex is
// held.
func (m *Memory) forgetPersons(now time.Time) {
	old := now.Add(-2 * m.timing.Retention).UnixMilli()
	for name, p := range m.persons {
		switch {
		case p.Touched > old:
		case m.knows(name):
			p.Touched = now.UnixMilli()
			set(m, m.persons, name, p)
		default:
			unset(m, m.persons, name)
		}
	}
}

// knows reports whether anything else is kept of a player. The mutex is held.
func (m *Memory) knows(p game.Player) bool {
	if len(m.named[p])+len(m.records[p]) > 0 {
		return true
	}
	for key := range m.puzzlers {
		if key.player == p {
			return true
		}
	}
	for _, votes := range m.votes {
		if slices.ContainsFunc(votes, func(v game.Vote) bool { return v.Voter == p }) {
			return true
		}
	}
	return false
}
