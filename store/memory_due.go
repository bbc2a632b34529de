package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/people"
)

// Due implements [game.Store].
func (m *Memory) Due(_ context.Context, now, until time.Time, most int, prefixes []string) (taken game.Due, err error) {
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

// Next implements [game.Store].
func (m *Memory) Next(_ context.Context, prefixes []string) (time.Time, bool, error) {
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

// Pace implements [game.Store].
func (m *Memory) Pace(_ context.Context, name string, n int, now time.Time) (time.Time, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	first, next := game.DailyTimes(m.paces[name], n, now)
	set(m, m.paces, name, next)
	return time.UnixMilli(first), nil
}

// LastPosted implements [game.Store].
func (m *Memory) LastPosted(_ context.Context, t game.Tenant) (game.Day, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.posted[t], nil
}

// Clean implements [game.Store]. One call deletes everything.
func (m *Memory) Clean(_ context.Context, now time.Time) (more bool, err error) {
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

// knows reports whether anything except choices is stored about a player.
func (m *Memory) knows(p game.Player) bool {
	return len(where(m.records, func(key recordKey, _ game.Record) bool { return key.player == p })) > 0 ||
		len(where(m.kept, func(key keptKey, _ people.Document) bool { return key.player == p && key.kind != people.ChoicesKind })) > 0 ||
		len(where(m.seats, func(key seatKey, _ game.Place) bool { return key.player == p })) > 0 ||
		len(where(m.votes, func(key voteKey, _ voteRow) bool { return key.voter == p })) > 0
}
