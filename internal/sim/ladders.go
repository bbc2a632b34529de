package sim

import (
	"othellobot/game"
)

// hiddenKey is who is hidden, and where.
type hiddenKey struct {
	tenant game.Tenant
	player game.Player
}

// ladder folds the log of a tenant, which alone is kept.
func (d *database) ladder(in game.Tenant) *game.Ladder {
	var log []game.Finished
	for _, f := range d.finished {
		if f.Tenant == in && f.Rated.Entry > 0 {
			log = append(log, f)
		}
	}
	var hidden []game.Player
	for key := range d.hidden {
		if key.tenant == in {
			hidden = append(hidden, key.player)
		}
	}
	return game.LadderOf(log, hidden)
}

// hide implements [game.Store.Hide].
func (d *database) hide(in game.Tenant, p game.Player, hidden bool) {
	_ = d.transact(false, func() error {
		if key := (hiddenKey{in, p}); hidden {
			set(d, d.hidden, key, true)
		} else {
			unset(d, d.hidden, key)
		}
		return nil
	})
}

// annul implements [game.Store.Annul].
func (d *database) annul(in game.Tenant, these game.Annulment) (changed [][2]game.Player) {
	_ = d.transact(false, func() error {
		for id, f := range d.finished {
			if f.Tenant == in && f.Rates() && f.Rated.Annulled == these.Back && these.Names(f) {
				f.Rated.Annulled = !these.Back
				set(d, d.finished, id, f)
				changed = append(changed, [2]game.Player{f.Black, f.White})
			}
		}
		return nil
	})
	return changed
}
