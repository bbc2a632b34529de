package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/people"
)

type keptKey struct {
	player game.Player
	kind   people.Kind
}

type solverKey struct {
	player game.Player
	grade  uint8
	number int
}

type solverRow struct {
	people.Solver
	place   game.Place // where the player may be named
	touched int64      // in Unix milliseconds
}

// LoadDocument implements [people.Store].
func (m *Memory) LoadDocument(_ context.Context, p game.Player, kind people.Kind) (people.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.kept[keptKey{p, kind}]
	found.Player, found.Kind = p, kind
	return found, nil
}

// Listed implements [people.Store].
func (m *Memory) Listed(_ context.Context, list string, most int) ([]people.Document, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := where(m.kept, func(_ keptKey, k people.Document) bool { return k.IsOnList(list) })
	slices.SortFunc(found, func(a, b people.Document) int { return cmp.Compare(a.Player, b.Player) })
	return found[:min(most, len(found))], nil
}

// Solvers implements [people.Store].
func (m *Memory) Solvers(_ context.Context, at game.Place, grade uint8, number, most int) (found []people.Solver, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, s := range m.solvers {
		if s.place == at && key.grade == grade && key.number == number {
			found = append(found, s.Solver)
		}
	}
	slices.SortFunc(found, func(a, b people.Solver) int {
		return cmp.Or(cmp.Compare(a.Wrong, b.Wrong), cmp.Compare(a.Player, b.Player))
	})
	return found[:min(most, len(found))], nil
}

// SaveDocument implements [people.Store].
func (m *Memory) SaveDocument(_ context.Context, c people.Change) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	_, named := m.seats[seatKey{c.Game, c.Player}]
	if m.kept[keptKey{c.Player, c.Kind}].Version != c.Before || c.Game != 0 && !named {
		return game.ErrStale
	}
	set(m, m.kept, keptKey{c.Player, c.Kind}, c.Document)
	t := c.Tried
	unsetWhere(m, m.solvers, func(key solverKey, _ solverRow) bool {
		return key.player == c.Player && key.grade == t.Grade && key.number < t.Number-1
	})
	if t.Place != "" {
		set(m, m.solvers, solverKey{c.Player, t.Grade, t.Number}, solverRow{people.Solver{Player: c.Player, Wrong: t.Wrong}, t.Place, c.Touched})
	}
	return nil
}

// Records implements [game.Store].
func (m *Memory) Records(_ context.Context, p game.Player) ([]game.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return where(m.records, func(key recordKey, _ game.Record) bool { return key.player == p }), nil
}

// Forget implements [game.Store]. One call deletes everything.
func (m *Memory) Forget(_ context.Context, p game.Player, _ time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	unsetWhere(m, m.votes, func(key voteKey, _ voteRow) bool { return key.voter == p })
	unsetWhere(m, m.kept, func(key keptKey, _ people.Document) bool { return key.player == p })
	unsetWhere(m, m.solvers, func(key solverKey, _ solverRow) bool { return key.player == p })
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
		if f != before && !f.IsRated() && len(f.People()) == 0 {
			unset(m, m.finished, id)
		} else if f != before {
			set(m, m.finished, id, f)
		}
	}
	return false, nil
}
