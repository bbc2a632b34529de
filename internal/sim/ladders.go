package sim

import (
	"othellobot/game"
)

// hiddenKey is who is hidden, and where.
type hiddenKey struct {
	tenant game.Tenant
	player game.Player
}

// ladder is what the log of a tenant comes to. Nothing is kept but the log.
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
func (d *database) annul(in game.Tenant, these game.Annulment) (annulled int) {
	_ = d.transact(false, func() error {
		for id, f := range d.finished {
			if f.Tenant == in && f.Rates() && !f.Rated.Annulled && these.Names(f) {
				f.Rated.Annulled = true
				set(d, d.finished, id, f)
				annulled++
			}
		}
		return nil
	})
	return annulled
}

// entries judges that the log of each tenant has every rated game that counts once, and no
// other, and numbers them without gaps.
func (j *judge) entries() {
	kept := make(map[game.ID]bool)
	last := make(map[game.Tenant]int64)
	sum := make(map[game.Tenant]int64)
	for id, f := range j.world.server.finished {
		if n := f.Rated.Entry; n > 0 {
			kept[id], last[f.Tenant], sum[f.Tenant] = true, max(last[f.Tenant], n), sum[f.Tenant]+n
		}
	}
	for _, m := range j.matches {
		g := &m.game
		counts := g.Phase == game.Over && g.CountsRated()
		if m.unreadable || j.world.mayDelete(game.Place(g.Place.Tenant())) {
			delete(kept, g.ID)
			delete(last, g.Place.Tenant())
			continue
		}
		if counts != kept[g.ID] {
			j.fail(g.Place, "game %d counts as rated: %v, and is in the log: %v", m.number, counts, kept[g.ID])
		}
		delete(kept, g.ID)
	}
	for id := range kept {
		f := j.world.server.finished[id]
		if !j.world.mayDelete(game.Place(f.Tenant)) {
			j.fail(game.Place(f.Tenant), "the log has a game that was not played: %v", id)
		}
	}
	for in, n := range last {
		if sum[in] != n*(n+1)/2 {
			j.fail(game.Place(in), "the log of %s has gaps", in)
		}
	}
}
