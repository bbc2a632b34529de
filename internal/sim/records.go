package sim

import (
	"errors"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// count keeps what a step finishes, within a transaction.
func (d *database) count(s game.Step) {
	s.CountVotes(d.votes[s.After.ID], func(p game.Player, r game.Record) {
		set(d, d.voters, p, addTo(slices.Clone(d.voters[p]), r))
	})
	f, ok := s.Finishes()
	if !ok {
		return
	}
	set(d, d.finished, f.Game, f) // for it to be among the sums
	for _, p := range f.People() {
		one := f.Record(p)
		for _, r := range d.recordsOf(p) {
			switch {
			case r.Tenant != f.Tenant, r.Against == game.Channel:
				continue
			case r.Against == one.Against && r.Level == one.Level:
				f.Tally = f.Tallied(p, r)
			}
			if f.Winner() == p {
				f.Tally.Wins += r.Won
			}
		}
	}
	if f.Rates() {
		d.ladder(f.Tenant).Rate(&f)
	}
	set(d, d.finished, f.Game, f)
}

// recordsOf implements [game.Store.Records], by all finished games.
func (d *database) recordsOf(p game.Player) (found []game.Record) {
	if !p.Person() {
		return nil
	}
	for _, f := range d.finished {
		if f.Black == p || f.White == p {
			found = addTo(found, f.Record(p))
		}
	}
	for i, r := range found {
		found[i].Run = d.runOf(p, r)
	}
	return append(found, d.voters[p]...)
}

// addTo adds a game to the record that it belongs to.
func addTo(records []game.Record, one game.Record) []game.Record {
	for i, r := range records {
		if r.Tenant == one.Tenant && r.Against == one.Against && r.Level == one.Level {
			records[i] = r.Add(one)
			return records
		}
	}
	return append(records, one)
}

// runOf is how many games of a record were won in a row, the last included.
func (d *database) runOf(p game.Player, r game.Record) int {
	if r.Against != game.Engine {
		return 0
	}
	lastNotWon := 0
	for _, f := range d.finished {
		mine := (f.Black == p || f.White == p) && f.Opponent(p) == game.Engine && f.Tenant == r.Tenant && f.Level == r.Level
		if mine && f.Winner() != p {
			lastNotWon = max(lastNotWon, numberOf(f, r))
		}
	}
	return r.Games() - lastNotWon
}

// numberOf is the number of a finished game among those of a record. The one that is
// being counted is the last.
func numberOf(f game.Finished, of game.Record) int {
	if f.Tally.Number == 0 {
		return of.Games()
	}
	return f.Tally.Number
}

// finishedGame implements [game.Store.Finished].
func (d *database) finishedGame(id game.ID) (game.Finished, error) {
	f, ok := d.finished[id]
	if !ok {
		return game.Finished{}, game.ErrUnknown
	}
	return f, nil
}

// strike implements [game.Store.Strike], for all of a player at once.
func (d *database) strike(p game.Player, now time.Time) (more bool) {
	_ = d.transact(false, func() error {
		for g, err := range d.of(p) {
			if err != nil && !errors.Is(err, game.ErrNewer) {
				d.salvage(g.ID, now)
			}
		}
		unset(d, d.voters, p)
		for id, f := range d.finished {
			before := f
			if f.Black == p {
				f.Black = game.Nobody
			}
			if f.White == p {
				f.White = game.Nobody
			}
			switch {
			case f == before:
			case f.Rates(), f.Black.Person() || f.White.Person():
				set(d, d.finished, id, f)
			default:
				unset(d, d.finished, id)
			}
		}
		for key := range d.hidden {
			if key.player == p {
				unset(d, d.hidden, key)
			}
		}
		return nil
	})
	return false
}

// salvage makes of a game that nobody can read what [game.Salvaged] leaves of it, within a
// transaction.
func (d *database) salvage(id game.ID, now time.Time) {
	r := d.games[id]
	g, kept := game.Salvaged(id, r.place, r.version, []byte(r.state), now)
	if !kept {
		d.forget(id, r)
		return
	}
	left, err := rowOf(game.Step{After: &g, Due: now.Add(d.timing.Retention).UnixMilli()})
	if err != nil {
		panic(err) // it was read just now
	}
	left.stage = past
	set(d, d.games, id, left)
}

// drop deletes what is kept of the finished games under a prefix, within a transaction.
func (d *database) drop(prefix string) {
	for id, f := range d.finished {
		if strings.HasPrefix(string(f.Tenant), prefix) {
			unset(d, d.finished, id)
		}
	}
	for p, records := range d.voters {
		left := slices.DeleteFunc(slices.Clone(records), func(r game.Record) bool { return strings.HasPrefix(string(r.Tenant), prefix) })
		if len(left) < len(records) {
			set(d, d.voters, p, left)
		}
	}
	for key := range d.hidden {
		if strings.HasPrefix(string(key.tenant), prefix) {
			unset(d, d.hidden, key)
		}
	}
}
