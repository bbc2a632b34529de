package store

import (
	"context"
	"slices"
	"strings"

	"othellobot/game"
)

// Bury implements [game.Store].
func (m *Memory) Bury(_ context.Context, t game.Tombstone) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, stands := m.tombstones[t.Prefix]
	switch {
	case !stands:
		set(m, m.tombstones, t.Prefix, tombstoneRow{Tombstone: t, due: t.Confirm.UnixMilli()})
	case !old.confirmed && !t.Since.Before(old.Confirm) && !m.buried(strings.TrimSuffix(t.Prefix, "/")):
		old.confirmed, old.due = true, t.Since.UnixMilli()
		set(m, m.tombstones, t.Prefix, old)
	}
	return nil
}

// Revive implements [game.Store].
func (m *Memory) Revive(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, prefix := range tenures(name) {
		if !m.tombstones[prefix].confirmed {
			unset(m, m.tombstones, prefix)
		}
	}
	return nil
}

// buried reports whether a tombstone stands on a name.
func (m *Memory) buried(name string) bool {
	over := tenures(name)
	return slices.ContainsFunc(over[:], func(prefix string) bool { return m.tombstones[prefix].Prefix != "" })
}

// condemned reports whether a confirmed tombstone stands on a name.
func (m *Memory) condemned(name string) bool {
	over := tenures(name)
	return slices.ContainsFunc(over[:], func(prefix string) bool { return m.tombstones[prefix].confirmed })
}

// purge deletes what is stored of the places, tenants and people whose names begin with a prefix.
func (m *Memory) purge(prefix string) {
	for at := range m.rooms {
		if strings.HasPrefix(string(at), prefix) {
			m.setRoom(at, roomRow{}, false)
		}
	}
	over := make(map[game.ID]bool)
	for id, p := range m.past {
		over[id] = strings.HasPrefix(string(p.Game.Place), prefix)
	}
	m.drop(over)
	unsetWhere(m, m.seats, func(_ seatKey, at game.Place) bool { return strings.HasPrefix(string(at), prefix) })
	unsetWhere(m, m.votes, func(_ voteKey, v voteRow) bool { return strings.HasPrefix(string(v.place), prefix) })
	unsetWhere(m, m.finished, func(_ game.ID, f game.Finished) bool { return strings.HasPrefix(string(f.Tenant), prefix) })
	unsetWhere(m, m.records, func(key recordKey, _ game.Record) bool { return strings.HasPrefix(string(key.tenant), prefix) })
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return strings.HasPrefix(string(key.tenant), prefix) })
	unsetWhere(m, m.posted, func(t game.Tenant, _ game.Day) bool { return strings.HasPrefix(string(t), prefix) })
	unsetWhere(m, m.exercises, func(_ exerciseKey, e game.Exercise) bool { return strings.HasPrefix(string(e.Place), prefix) })
	unsetWhere(m, m.puzzlers, func(key puzzlerKey, _ game.Puzzler) bool { return strings.HasPrefix(string(key.player), prefix) })
	for key, p := range m.puzzlers {
		set(m, m.puzzlers, key, p.Unnamed(prefix))
	}
	unsetWhere(m, m.persons, func(p game.Player, _ game.Person) bool { return strings.HasPrefix(string(p), prefix) })
	for name, p := range m.persons {
		set(m, m.persons, name, p.Unlisted(prefix))
	}
}
