package store

import (
	"strings"

	"othellobot/game"
)

// ledger holds the records of players, as sums of finished games.
type ledger map[game.Player]map[opponent]game.Record

// opponent is whom a record is against.
type opponent struct {
	tenant game.Tenant
	player game.Player
	level  uint8 // of the engine
}

func opponentOf(r game.Record) opponent { return opponent{r.Tenant, r.Against, r.Level} }

// count adds a finished game to the records of who played it, and gives its tally.
func (l ledger) count(f game.Finished) game.Tally {
	for _, p := range f.People() {
		f.Tally = f.Tallied(p, l.add(p, f.Record(p)))
	}
	for at, r := range l[f.Winner()] {
		if at.tenant == f.Tenant && at.player != game.Channel {
			f.Tally.Wins += r.Won
		}
	}
	return f.Tally
}

// add adds to a record of a player, and gives it as it is then.
func (l ledger) add(p game.Player, r game.Record) game.Record {
	if l[p] == nil {
		l[p] = make(map[opponent]game.Record)
	}
	at := opponentOf(r)
	if before, ok := l[p][at]; ok {
		r = before.Add(r)
	}
	l[p][at] = r
	return r
}

// strike takes a player out: their opponents have played against nobody.
func (l ledger) strike(p game.Player) {
	for at := range l[p] {
		other := opponent{tenant: at.tenant, player: p}
		if theirs, ok := l[at.player][other]; ok {
			delete(l[at.player], other)
			theirs.Against = game.Nobody
			l.add(at.player, theirs)
		}
	}
	delete(l, p)
}

// drop deletes all records of the tenants under a prefix.
func (l ledger) drop(prefix string) {
	for p, records := range l {
		for at := range records {
			if strings.HasPrefix(string(at.tenant), prefix) {
				delete(records, at)
			}
		}
		if len(records) == 0 {
			delete(l, p)
		}
	}
}
