package store

import (
	"maps"
	"slices"

	"othellobot/game"
)

// Journal has every change from now on note how it is taken back. What is noted is to be done
// last first, while nothing else uses the store; what that notes itself is of no use.
func (m *Memory) Journal(note func(undo func())) { m.note = note }

// set changes what a table holds under a key. The mutex is held.
func set[K comparable, V any](m *Memory, table map[K]V, key K, value V) {
	keepRow(m, table, key)
	table[key] = value
}

// unset deletes what a table holds under a key. The mutex is held.
func unset[K comparable, V any](m *Memory, table map[K]V, key K) {
	if _, held := table[key]; held {
		keepRow(m, table, key)
		delete(table, key)
	}
}

// unsetWhere deletes some of a table. The mutex is held.
func unsetWhere[K comparable, V any](m *Memory, table map[K]V, which func(K, V) bool) {
	for key, value := range table {
		if which(key, value) {
			unset(m, table, key)
		}
	}
}

// keepRow notes what a table holds under a key, which is about to change.
func keepRow[K comparable, V any](m *Memory, table map[K]V, key K) {
	if m.note == nil {
		return
	}
	before, held := table[key]
	m.note(func() {
		if held {
			table[key] = before
		} else {
			delete(table, key)
		}
	})
}

// keepPlace notes how a place is, which is about to change.
func (m *Memory) keepPlace(p *place) {
	if m.note == nil {
		return
	}
	before := *p
	m.note(func() {
		m.unqueue(p)
		*p = before
		m.enqueue(p)
	})
}

// keepDue notes when something is due for a game, which is about to change.
func (m *Memory) keepDue(e *entry) {
	if before := e.due; m.note != nil {
		m.note(func() { m.setDue(e, before) })
	}
}

// keepRecords notes how the records are, which are about to change.
func (m *Memory) keepRecords() {
	if m.note == nil {
		return
	}
	before := make(ledger, len(m.records))
	for p, records := range m.records {
		before[p] = maps.Clone(records)
	}
	m.note(func() { m.records = before })
}

// keepArrived notes which deliveries are known, which are about to change.
func (m *Memory) keepArrived() {
	if before := m.arrived; m.note != nil {
		m.note(func() { m.arrived = before })
	}
}

// Row is everything that is kept of a game.
type Row struct {
	Game  game.Game
	Slots []game.Slot
	Votes []game.Vote
	Due   int64 // as in [game.Step]
}

// Rewrite changes what is kept of a game that is stored, as a newer version of the program may,
// or a backup that is restored: nothing is checked and nothing counted. What the row refers to
// is read-only.
func (m *Memory) Rewrite(id game.ID, how func(*Row)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before := m.games[id]
	r := Row{*before.game, before.slots, m.votes[id], before.due}
	how(&r)
	set(m, m.votes, id, r.Votes)
	after := &entry{game: &r.Game, slots: r.Slots, stage: stageOf(&r.Game), due: r.Due}
	p := m.places[r.Game.Place]
	entries := slices.Clone(p.games)
	if i := slices.Index(entries, before); i >= 0 {
		entries[i] = after
	} else {
		after.stage, entries = stagePast, append(entries, after)
	}
	m.keep(p, entries)
}
