package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/people"
)

func (m *Store) Due(_ context.Context, now, until time.Time, most int, prefixes []string) (taken game.Due, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rooms := where(m.rooms, func(at game.Place, r roomRow) bool {
		if r.due > now.UnixMilli() || !hasAnyPrefix(string(at), prefixes) {
			return false
		}
		due := r.room.Due(m.timing)
		if due > now.UnixMilli() {
			set(m, m.rooms, at, roomRow{r.room, due})
		}
		return due <= now.UnixMilli()
	})
	for _, r := range someOf(rooms, most, func(r roomRow) (int64, string) { return r.due, string(r.room.Place) }) {
		set(m, m.rooms, r.room.Place, roomRow{r.room, until.UnixMilli()})
		taken.Rooms = append(taken.Rooms, m.load(r.room.Place))
	}
	prefixes = game.TombstonePrefixes(prefixes)
	tombstones := where(m.tombstones, func(prefix string, t tombstoneRow) bool {
		return !t.confirmed && t.due <= now.UnixMilli() && hasAnyPrefix(prefix, prefixes)
	})
	for _, t := range someOf(tombstones, most, func(t tombstoneRow) (int64, string) { return t.due, t.Prefix }) {
		t.due = now.Add(game.ConfirmInterval).UnixMilli()
		set(m, m.tombstones, t.Prefix, t)
		taken.Tombstones = append(taken.Tombstones, t.Tombstone)
	}
	return taken, nil
}

// someOf sorts rows by time and name, and returns up to most of them, from both ends.
func someOf[T any](rows []T, most int, key func(T) (int64, string)) []T {
	slices.SortFunc(rows, func(a, b T) int {
		at, one := key(a)
		then, other := key(b)
		return cmp.Or(cmp.Compare(at, then), cmp.Compare(one, other))
	})
	if len(rows) <= most {
		return rows
	}
	return slices.Concat(rows[:most-most/2], rows[len(rows)-most/2:])
}

func (m *Store) Next(_ context.Context, prefixes []string) (time.Time, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	next, ok := int64(game.Never), false
	for at, r := range m.rooms {
		if r.due < next && hasAnyPrefix(string(at), prefixes) {
			next, ok = r.due, true
		}
	}
	return time.UnixMilli(next), ok, nil
}

func (m *Store) ReserveDailyTimes(_ context.Context, name string, n int, now time.Time) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	first, next := game.DailyTimes(m.paces[name], n, now)
	set(m, m.paces, name, next)
	return time.UnixMilli(first), nil
}

func (m *Store) LastPosted(_ context.Context, t game.Tenant) (game.Day, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.posted[t], nil
}

// Clean deletes everything in one call.
func (m *Store) Clean(_ context.Context, now time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for prefix, t := range m.tombstones {
		if t.confirmed && t.due <= now.UnixMilli() {
			m.purge(prefix)
			if end := t.Confirm.Add(game.PurgeGrace); end.After(now) {
				t.due = end.UnixMilli()
				set(m, m.tombstones, prefix, t)
			} else {
				unset(m, m.tombstones, prefix)
			}
		}
	}
	old := now.Add(-m.timing.Retention).UnixMilli()
	m.drop(func(id game.ID) bool { p, past := m.past[id]; return past && p.Game.At <= old })
	unsetWhere(m, m.kept, func(key keptKey, k people.Document) bool { return key.kind != people.ChoicesKind && k.Touched <= old })
	unsetWhere(m, m.solvers, func(_ solverKey, s solverRow) bool { return s.touched <= old })
	older := now.Add(-2 * m.timing.Retention).UnixMilli()
	for key, k := range m.kept {
		if key.kind != people.ChoicesKind || k.Touched > older {
			continue
		}
		if k.Touched = now.UnixMilli(); m.knows(key.player) {
			set(m, m.kept, key, k)
		} else {
			unset(m, m.kept, key)
		}
	}
	return false, nil
}

// knows reports whether a player has records, seats, votes or documents other than choices.
func (m *Store) knows(p game.Player) bool {
	return len(where(m.records, func(key recordKey, _ game.Record) bool { return key.player == p })) > 0 ||
		len(where(m.kept, func(key keptKey, _ people.Document) bool { return key.player == p && key.kind != people.ChoicesKind })) > 0 ||
		len(where(m.seats, func(key seatKey, _ game.Place) bool { return key.player == p })) > 0 ||
		len(where(m.votes, func(key voteKey, _ voteRow) bool { return key.voter == p })) > 0
}

func (m *Store) Bury(_ context.Context, t game.Tombstone) error {
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

func (m *Store) Revive(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := game.Place(name)
	channel, _ := at.Channel()
	for _, prefix := range [...]string{string(at.Tenant()), string(channel)} {
		if !m.tombstones[prefix].confirmed {
			unset(m, m.tombstones, prefix)
		}
	}
	return nil
}

// purge deletes the data of all places, tenants and people whose names begin with prefix.
func (m *Store) purge(prefix string) {
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
