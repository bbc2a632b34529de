package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// buried reports whether a tombstone stands on a name. The mutex is held.
func (m *Memory) buried(name string) bool {
	for _, prefix := range tenures(name) {
		if _, stands := m.tombstones[prefix]; stands {
			return true
		}
	}
	return false
}

// Bury implements [game.Store].
func (m *Memory) Bury(_ context.Context, t game.Tombstone) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, stands := m.tombstones[t.Prefix]
	switch {
	case !stands:
		set(m, m.tombstones, t.Prefix, tombstone{Tombstone: t, due: t.Confirm.UnixMilli()})
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

// Doubtful implements [game.Store].
func (m *Memory) Doubtful(_ context.Context, now, until time.Time, most int, prefixes []string) ([]game.Tombstone, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []tombstone
	for prefix, t := range m.tombstones {
		within := slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(prefix, p) })
		if within && !t.confirmed && t.due <= now.UnixMilli() {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b tombstone) int {
		return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.Prefix, b.Prefix))
	})
	var taken []game.Tombstone
	for _, t := range found[:min(most, len(found))] {
		taken = append(taken, t.Tombstone)
		t.due = until.UnixMilli()
		set(m, m.tombstones, t.Prefix, t)
	}
	return taken, nil
}

// Purge implements [game.Store], for all of a tombstone at once.
func (m *Memory) Purge(_ context.Context, now time.Time) (more bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for prefix, t := range m.tombstones {
		if !t.confirmed || t.due > now.UnixMilli() {
			continue
		}
		for at, p := range m.places {
			if strings.HasPrefix(string(at), prefix) {
				for _, e := range slices.Concat(p.past, p.games) {
					m.replace(e, nil)
				}
				m.dropPlace(at, p)
			}
		}
		m.keepRecords()
		m.records.drop(prefix)
		m.dropLadders(prefix)
		m.forgetPuzzlers(func(p game.Puzzler) bool { return strings.HasPrefix(string(p.Player), prefix) })
		m.forgetExercises(func(e game.Exercise) bool { return strings.HasPrefix(string(e.Place), prefix) })
		for key, p := range m.puzzlers {
			set(m, m.puzzlers, key, p.Unnamed(prefix))
		}
		unsetWhere(m, m.persons, func(p game.Player, _ game.Person) bool { return strings.HasPrefix(string(p), prefix) })
		for name, p := range m.persons {
			set(m, m.persons, name, p.Unlisted(prefix))
		}
		if end := t.Since.Add(game.PurgeRest); end.After(now) {
			t.due = end.UnixMilli()
			set(m, m.tombstones, prefix, t)
			continue
		}
		unset(m, m.tombstones, prefix)
	}
	return false, nil
}

// Scrub implements [game.Store]: nothing is in files.
func (m *Memory) Scrub(context.Context) error { return nil }
