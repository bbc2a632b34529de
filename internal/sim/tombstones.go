package sim

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// anyTombstone reports whether a tombstone stands that is confirmed, or one that is not.
func (d *database) anyTombstone(confirmed bool) bool {
	for _, t := range d.tombstones {
		if t.confirmed == confirmed {
			return true
		}
	}
	return false
}

// buried reports whether a tombstone stands on a name.
func (d *database) buried(name string) bool {
	for _, t := range d.tombstones {
		if t.covers(name) {
			return true
		}
	}
	return false
}

// condemned reports whether a confirmed tombstone stands on a name.
func (d *database) condemned(name string) bool {
	for _, t := range d.tombstones {
		if t.confirmed && t.covers(name) {
			return true
		}
	}
	return false
}

// bury implements [game.Store.Bury].
func (d *database) bury(t game.Tombstone) {
	_ = d.transact(false, func() error {
		old, stands := d.tombstones[t.Prefix]
		switch {
		case !stands:
			set(d, d.tombstones, t.Prefix, tombstone{Tombstone: t, due: t.Confirm.UnixMilli()})
		case !old.confirmed && t.Since.UnixMilli() >= old.Confirm.UnixMilli() && !d.buried(strings.TrimSuffix(t.Prefix, "/")):
			old.confirmed, old.due = true, t.Since.UnixMilli()
			set(d, d.tombstones, t.Prefix, old)
		}
		return nil
	})
}

// revive implements [game.Store.Revive].
func (d *database) revive(name string) {
	_ = d.transact(false, func() error {
		for _, prefix := range slices.Sorted(maps.Keys(d.tombstones)) {
			if t := d.tombstones[prefix]; !t.confirmed && t.covers(name) {
				unset(d, d.tombstones, prefix)
			}
		}
		return nil
	})
}

// doubtful implements [game.Store.Doubtful].
func (d *database) doubtful(now, until time.Time, most int, prefixes []string) (taken []game.Tombstone) {
	_ = d.transact(false, func() error {
		found := d.standing(now, func(t tombstone) bool { return !t.confirmed && within(game.Place(t.Prefix), prefixes) })
		for _, t := range found[:min(most, len(found))] {
			taken = append(taken, t.Tombstone)
			t.due = until.UnixMilli()
			set(d, d.tombstones, t.Prefix, t)
		}
		return nil
	})
	return taken
}

// standing are the tombstones of a kind that are due, the longest waiting first.
func (d *database) standing(now time.Time, of func(tombstone) bool) (found []tombstone) {
	for _, t := range d.tombstones {
		if of(t) && t.due <= now.UnixMilli() {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b tombstone) int { return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.Prefix, b.Prefix)) })
	return found
}

// purge implements [game.Store.Purge], a place at a time.
func (d *database) purge(now time.Time) (more bool) {
	_ = d.transact(false, func() error {
		found := d.standing(now, func(t tombstone) bool { return t.confirmed })
		if len(found) == 0 {
			return nil
		}
		t := found[0]
		more = true
		for _, at := range slices.Sorted(maps.Keys(d.places)) {
			if t.covers(string(at)) {
				t.due = now.Add(game.PurgePause).UnixMilli()
				set(d, d.tombstones, t.Prefix, t)
				d.empty(at)
				return nil
			}
		}
		d.drop(t.Prefix)
		for key, p := range d.puzzlers {
			switch after := p.Unnamed(t.Prefix); {
			case strings.HasPrefix(string(key.player), t.Prefix):
				unset(d, d.puzzlers, key)
			case after != p:
				set(d, d.puzzlers, key, after)
			}
		}
		for name, p := range d.persons {
			switch after := p.Unlisted(t.Prefix); {
			case strings.HasPrefix(string(name), t.Prefix):
				unset(d, d.persons, name)
			case after != p:
				set(d, d.persons, name, after)
			}
		}
		for key, e := range d.exercises {
			if t.covers(string(e.Place)) {
				unset(d, d.exercises, key)
			}
		}
		if end := t.Since.Add(game.PurgeRest); end.After(now) {
			t.due, more = end.UnixMilli(), false
			set(d, d.tombstones, t.Prefix, t)
			return nil
		}
		unset(d, d.tombstones, t.Prefix)
		return nil
	})
	return more
}

// empty deletes all that is kept of a place, within a transaction.
func (d *database) empty(at game.Place) {
	for _, id := range d.places[at].games {
		unset(d, d.games, id)
		unset(d, d.slots, id)
		unset(d, d.votes, id)
	}
	unset(d, d.places, at)
}
