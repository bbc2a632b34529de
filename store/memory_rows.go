package store

import (
	"slices"

	"othellobot/game"
)

// replace has one entry in the place of another one; either may be nil.
func (m *Memory) replace(before, after *entry) {
	if m.note != nil {
		m.note(func() { m.replace(after, before) })
	}
	var was, is []game.Player
	named := before != nil && after != nil && before.game.NamesAs(after.game)
	if before != nil {
		m.queueOf(before).drop(before)
		delete(m.games, before.game.ID)
		delete(m.sent, before.game.ID)
		m.countRunning(before, -1)
		if !named {
			was = before.game.Players()
		}
	}
	if after == nil {
		if !m.finished[before.game.ID].Rates() {
			unset(m, m.finished, before.game.ID)
		}
		unset(m, m.votes, before.game.ID)
	} else {
		m.queueOf(after).put(after)
		m.games[after.game.ID] = after
		m.watch(after)
		m.countRunning(after, 1)
		if !named {
			is = after.game.Players()
		}
	}
	for _, p := range missing(is, was) {
		m.named[p] = append(m.named[p], after.game.ID)
	}
	for _, p := range missing(was, is) {
		m.named[p] = slices.DeleteFunc(m.named[p], func(id game.ID) bool { return id == before.game.ID })
		if len(m.named[p]) == 0 {
			delete(m.named, p)
		}
	}
}

// queueOf is the queue in which an entry waits.
func (m *Memory) queueOf(e *entry) *queue {
	if e.stage < stageLast {
		return &m.tasks
	}
	return &m.forgets
}

// condemned reports whether a confirmed tombstone stands on a name. The mutex is held.
func (m *Memory) condemned(name string) bool {
	for _, prefix := range tenures(name) {
		if m.tombstones[prefix].confirmed {
			return true
		}
	}
	return false
}

// countRunning counts an entry that comes or goes, if its game runs.
func (m *Memory) countRunning(e *entry, by int) {
	if e.stage != stageRunning {
		return
	}
	m.playing += by
	if channel, ok := e.game.Place.Channel(); ok {
		if m.threads[channel] += by; m.threads[channel] == 0 {
			delete(m.threads, channel)
		}
	}
}
