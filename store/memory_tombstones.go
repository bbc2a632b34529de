package store

import (
	"context"
	"strings"

	"othellobot/game"
	"othellobot/people"
)

// Bury implements [game.Store].
func (m *Memory) Bury(_ context.Context, t game.Tombstone) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	tenant := string(game.Place(t.Prefix).Tenant())
	old, stands := m.tombstones[t.Prefix]
	switch {
	case !stands:
		set(m, m.tombstones, t.Prefix, tombstoneRow{Tombstone: t, due: t.Confirm.UnixMilli()})
	case !t.Since.Before(old.Confirm) && (t.Prefix == tenant || m.tombstones[tenant].Prefix == ""):
		if !old.confirmed {
			old.due = t.Since.UnixMilli()
		}
		old.Confirm, old.confirmed = t.Since, true
		set(m, m.tombstones, t.Prefix, old)
	}
	return nil
}

// Revive implements [game.Store].
func (m *Memory) Revive(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	tenant, channel := tombstonePrefixes(game.Place(name))
	for _, prefix := range [...]string{tenant, channel} {
		if !m.tombstones[prefix].confirmed {
			unset(m, m.tombstones, prefix)
		}
	}
	return nil
}

// purge deletes the data of all places, tenants and people whose names begin with prefix.
func (m *Memory) purge(prefix string) {
	for at := range m.rooms {
		if strings.HasPrefix(string(at), prefix) {
			m.setRoom(at, roomRow{}, false)
		}
	}
	m.drop(func(id game.ID) bool { return strings.HasPrefix(string(m.past[id].Game.Place), prefix) })
	unsetWhere(m, m.seats, func(_ seatKey, at game.Place) bool { return strings.HasPrefix(string(at), prefix) })
	unsetWhere(m, m.votes, func(_ voteKey, v voteRow) bool { return strings.HasPrefix(string(v.place), prefix) })
	unsetWhere(m, m.finished, func(_ game.ID, f game.Finished) bool { return strings.HasPrefix(string(f.Tenant), prefix) })
	unsetWhere(m, m.records, func(key recordKey, _ game.Record) bool { return strings.HasPrefix(string(key.tenant), prefix) })
	unsetWhere(m, m.hidden, func(key hiddenKey, _ bool) bool { return strings.HasPrefix(string(key.tenant), prefix) })
	unsetWhere(m, m.posted, func(t game.Tenant, _ game.Day) bool { return strings.HasPrefix(string(t), prefix) })
	unsetWhere(m, m.solvers, func(key solverKey, s solverRow) bool {
		return strings.HasPrefix(string(s.place), prefix) || strings.HasPrefix(string(key.player), prefix)
	})
	unsetWhere(m, m.kept, func(key keptKey, _ people.Document) bool { return strings.HasPrefix(string(key.player), prefix) })
	for key, k := range m.kept {
		if k.IsOnList(prefix) {
			k = k.WithoutList(prefix)
			k.Version++
			set(m, m.kept, key, k)
		}
	}
}
