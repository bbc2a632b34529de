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

// Listed implements [game.Store].
func (m *Memory) Listed(_ context.Context, list string, most int) ([]game.Person, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := where(m.persons, func(_ game.Player, p game.Person) bool { return p.On(list) })
	slices.SortFunc(found, func(a, b game.Person) int { return cmp.Compare(a.Player, b.Player) })
	return found[:min(most, len(found))], nil
}

// Puzzler implements [game.Store].
func (m *Memory) Puzzler(_ context.Context, p game.Player, grade uint8) (game.Puzzler, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.puzzlers[puzzlerKey{p, grade}]
	found.Player, found.Grade = p, grade
	return found, nil
}

// Solvers implements [game.Store].
func (m *Memory) Solvers(_ context.Context, at game.Place, grade uint8, number, most int) (found []game.Solver, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.puzzlers {
		switch {
		case p.Grade != grade || at == "":
		case p.Solved && p.Number == number && p.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Wrong.Len()})
		case p.Former.Number == number && p.Former.Where == at:
			found = append(found, game.Solver{Player: p.Player, Wrong: p.Former.Wrong})
		}
	}
	slices.SortFunc(found, func(a, b game.Solver) int {
		return cmp.Or(cmp.Compare(a.Wrong, b.Wrong), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(most, len(found))], nil
}

// Exercises implements [game.Store].
func (m *Memory) Exercises(_ context.Context, p game.Player) ([]game.Exercise, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return where(m.exercises, func(key exerciseKey, _ game.Exercise) bool { return key.player == p }), nil
}

// Keep implements [game.Store].
func (m *Memory) Keep(_ context.Context, k game.Kept) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p := k.Person; p != nil && m.persons[p.Player].Version != p.Version-1 {
		return game.ErrStale
	}
	if p := k.Puzzler; p != nil && m.puzzlers[puzzlerKey{p.Player, p.Grade}].Version != p.Version-1 {
		return game.ErrStale
	}
	for _, e := range k.Exercises {
		_, named := m.seats[seatKey{e.Game, e.Player}]
		if m.exercises[keyOf(e)].Version != e.Version-1 || e.Version == 1 && !named {
			return game.ErrStale
		}
	}
	if p := k.Person; p != nil {
		set(m, m.persons, p.Player, *p)
	}
	if p := k.Puzzler; p != nil {
		set(m, m.puzzlers, puzzlerKey{p.Player, p.Grade}, *p)
	}
	if h := k.Hidden; h != nil && h.Hidden {
		set(m, m.hidden, hiddenKey{h.Tenant, h.Player}, true)
	} else if h != nil {
		unset(m, m.hidden, hiddenKey{h.Tenant, h.Player})
	}
	for _, e := range k.Exercises {
		set(m, m.exercises, keyOf(e), e)
	}
	for _, e := range k.Dropped {
		unset(m, m.exercises, keyOf(e))
	}
	return nil
}

// Records implements [game.Store].
func (m *Memory) Records(_ context.Context, p game.Player) ([]game.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return where(m.records, func(key recordKey, _ game.Record) bool { return key.player == p }), nil
}

// Forget implements [game.Store]. It deletes everything at once.
func (m *Memory) Forget(_ context.Context, p game.Player, _ time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	unsetWhere(m, m.votes, func(key voteKey, _ voteRow) bool { return key.voter == p })
	unset(m, m.persons, p)
	unsetWhere(m, m.puzzlers, func(key puzzlerKey, _ game.Puzzler) bool { return key.player == p })
	unsetWhere(m, m.exercises, func(key exerciseKey, _ game.Exercise) bool { return key.player == p })
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return key.player == p })
	for key, r := range m.records {
		switch p {
		case key.player:
			unset(m, m.records, key)
		case key.against:
			unset(m, m.records, key)
			r.Against = game.Nobody
			m.add(key.player, r)
		}
	}
	for id, f := range m.finished {
		before := f
		for _, name := range [...]*game.Player{&f.Black, &f.White} {
			if *name == p {
				*name = game.Nobody
			}
		}
		if f != before && !f.Rates() && len(f.People()) == 0 {
			unset(m, m.finished, id)
		} else if f != before {
			set(m, m.finished, id, f)
		}
	}
	return false, nil
}
