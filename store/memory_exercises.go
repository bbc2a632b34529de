package store

import (
	"context"
	"slices"

	"othellobot/game"
)

// Exercises implements [game.Store].
func (m *Memory) Exercises(_ context.Context, p game.Player) ([]game.Exercise, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.exercises[p]), nil
}

// KeepExercises implements [game.Store].
func (m *Memory) KeepExercises(_ context.Context, keep, drop []game.Exercise) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range keep {
		version := uint32(0)
		if i := m.exercise(e); i >= 0 {
			version = m.exercises[e.Player][i].Version
		}
		switch {
		case version != e.Version-1, e.Version == 1 && !slices.Contains(m.named[e.Player], e.Game):
			return game.ErrStale
		case m.condemned(string(e.Place)):
			return game.ErrCondemned
		}
	}
	for _, e := range keep {
		kept := slices.Clone(m.exercises[e.Player])
		if i := m.exercise(e); i >= 0 {
			kept[i] = e
		} else {
			kept = append(kept, e)
		}
		set(m, m.exercises, e.Player, kept)
	}
	for _, e := range drop {
		if i := m.exercise(e); i >= 0 {
			set(m, m.exercises, e.Player, slices.Delete(slices.Clone(m.exercises[e.Player]), i, i+1))
		}
	}
	return nil
}

// exercise is where an exercise is kept among those of its player, -1 if it is not. The mutex
// is held.
func (m *Memory) exercise(e game.Exercise) int {
	return slices.IndexFunc(m.exercises[e.Player], func(kept game.Exercise) bool { return kept.Game == e.Game && kept.Number == e.Number })
}

// ForgetExercises implements [game.Store].
func (m *Memory) ForgetExercises(_ context.Context, p game.Player) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	unset(m, m.exercises, p)
	return nil
}

// forgetExercises drops some of all players. The mutex is held.
func (m *Memory) forgetExercises(which func(game.Exercise) bool) {
	for p, kept := range m.exercises {
		switch left := slices.DeleteFunc(slices.Clone(kept), which); {
		case len(left) == 0:
			unset(m, m.exercises, p)
		case len(left) < len(kept):
			set(m, m.exercises, p, left)
		}
	}
}
