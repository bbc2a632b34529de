package sim

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"othellobot/game"
)

// duels implements [game.Store.Duels].
func (d *database) duels(p game.Player, now time.Time) (duels game.Duels) {
	for g, err := range d.of(p) {
		_, seated := g.Side(p)
		switch {
		case err != nil || g.Mode != game.Duel || !seated:
		case g.Phase == game.Playing:
			duels.Running = append(duels.Running, g)
		case g.Phase == game.Challenged:
			duels.Open = append(duels.Open, g)
		case g.Result.Reason == game.Declined && now.Before(g.Since().Add(game.DeclinePeace)):
			duels.Refused = append(duels.Refused, g)
		}
	}
	return duels
}

// of goes through the games that name a player, in the order of their ids.
func (d *database) of(p game.Player) iter.Seq2[game.Game, error] {
	return d.gamesWhere(func(_ game.ID, r row) bool { return slices.Contains(r.players, p) })
}

// gamesWhere goes through some games, in the order of their ids.
func (d *database) gamesWhere(wanted func(game.ID, row) bool) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		var ids []game.ID
		for id, r := range d.games {
			if wanted(id, r) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		for _, id := range ids {
			if !yield(d.read(id)) {
				return
			}
		}
	}
}

// named implements [game.Store.Named].
func (d *database) named(p game.Player) (games []game.Game, unreadable error) {
	for g, err := range d.of(p) {
		if err != nil {
			unreadable = err
		} else {
			games = append(games, g)
		}
	}
	if len(games) > 0 {
		return games, nil
	}
	return nil, unreadable
}

// running implements [game.Store.RunningIn].
func (d *database) running(channel game.Place, most int) (found []game.Unfinished) {
	for g, err := range d.gamesWhere(func(_ game.ID, r row) bool {
		return r.stage == running && (r.place == channel || threadOf(r.place, channel))
	}) {
		if err == nil {
			found = append(found, game.Unfinished{Game: g, Slots: d.slots[g.ID]})
		}
	}
	slices.SortFunc(found, func(x, y game.Unfinished) int { return cmp.Compare(x.Game.Place, y.Game.Place) })
	return found[:min(len(found), most)]
}

// threadOf reports whether a place is a thread of a channel.
func threadOf(at, channel game.Place) bool {
	of, ok := at.Channel()
	return ok && of == channel
}

// unfinished implements [game.Store.Unfinished].
func (d *database) unfinished(p game.Player, most int) (found []game.Unfinished) {
	theirs := d.gamesWhere(func(id game.ID, r row) bool {
		return slices.Contains(r.players, p) || slices.ContainsFunc(d.votes[id], func(v game.Vote) bool { return v.Voter == p })
	})
	for g, err := range theirs {
		if err == nil && g.Phase != game.Over && len(found) < most {
			found = append(found, game.Unfinished{Game: g, Slots: d.slots[g.ID]})
		}
	}
	return found
}
