package sim

import (
	"maps"
	"slices"
	"time"

	"othellobot/game"
)

// person implements [game.Store.Person].
func (d *database) person(p game.Player) game.Person {
	found := d.persons[p]
	found.Player = p
	return found
}

// keepPerson implements [game.Store.KeepPerson].
func (d *database) keepPerson(p game.Person) error {
	return d.transact(false, func() error {
		switch {
		case d.persons[p.Player].Version != p.Version-1:
			return game.ErrStale
		case slices.ContainsFunc(p.Names(), d.condemned):
			return game.ErrCondemned
		}
		set(d, d.persons, p.Player, p)
		return nil
	})
}

// listed implements [game.Store.Listed].
func (d *database) listed(list string, most int) (found []game.Person) {
	for _, name := range slices.Sorted(maps.Keys(d.persons)) {
		if p := d.persons[name]; p.On(list) && len(found) < most {
			found = append(found, p)
		}
	}
	return found
}

// forgetPerson implements [game.Store.ForgetPerson].
func (d *database) forgetPerson(p game.Player) {
	_ = d.transact(false, func() error {
		unset(d, d.persons, p)
		for key := range d.puzzlers {
			if key.player == p {
				unset(d, d.puzzlers, key)
			}
		}
		return nil
	})
}

// cleanPersons forgets those whose choices are old and of no use, within a transaction.
func (d *database) cleanPersons(now time.Time) {
	for name, p := range d.persons {
		switch {
		case now.UnixMilli()-p.Touched < 2*d.timing.Retention.Milliseconds():
		case d.knows(name):
			p.Touched = now.UnixMilli()
			set(d, d.persons, name, p)
		default:
			unset(d, d.persons, name)
		}
	}
}

// knows reports whether anything else is kept of a player.
func (d *database) knows(p game.Player) bool {
	for _, r := range d.games {
		if slices.Contains(r.players, p) {
			return true
		}
	}
	for key := range d.puzzlers {
		if key.player == p {
			return true
		}
	}
	for _, votes := range d.votes {
		if slices.ContainsFunc(votes, func(v game.Vote) bool { return v.Voter == p }) {
			return true
		}
	}
	return len(d.recordsOf(p)) > 0
}
