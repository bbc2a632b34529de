package game

import (
	"iter"
	"slices"
	"time"

	"othellobot/rules"
)

// maxResults is how many results are remembered of one place.
const maxResults = 1024

// results are the duels that somebody won, oldest first.
type results map[Place][]won

type won struct {
	game          ID
	version       uint32
	winner, loser Player
	at            int64 // in Unix milliseconds
}

// replace notes the result of a game as it is now.
func (r results) replace(g *Game) {
	if g.Phase != Over || g.Mode != Duel {
		return
	}
	list := slices.DeleteFunc(r[g.Place], func(w won) bool { return w.game == g.ID })
	if winner, loser, ok := g.Won(); ok {
		list = append(list[max(0, len(list)-maxResults+1):], won{g.ID, g.Version, winner, loser, g.At})
	}
	r.put(g.Place, list)
}

func (r results) put(at Place, list []won) {
	if len(list) == 0 {
		delete(r, at)
		return
	}
	r[at] = list
}

// tally counts who of the two won how often.
func (r results) tally(at Place, one, other Player) (byOne, byOther int) {
	for _, w := range r[at] {
		switch {
		case w.winner == one && w.loser == other:
			byOne++
		case w.winner == other && w.loser == one:
			byOther++
		}
	}
	return byOne, byOther
}

// forget drops what is older.
func (r results) forget(before time.Time) {
	for at, list := range r {
		r.put(at, slices.DeleteFunc(list, func(w won) bool { return w.at <= before.UnixMilli() }))
	}
}

// named are the games that a player won or lost, as far as they are known.
func (r results) named(p Player) iter.Seq[Game] {
	return func(yield func(Game) bool) {
		for at, list := range r {
			for _, w := range list {
				if (w.winner == p || w.loser == p) && !yield(w.past(at)) {
					return
				}
			}
		}
	}
}

// past is the game, as far as its result tells of it.
func (w won) past(at Place) Game {
	g := NewDuel(w.game, at, w.winner, w.loser, rules.Black, time.UnixMilli(w.at))
	g.Phase, g.Version = Over, w.version
	g.Result = &Result{Reason: PlayedOut, Decided: true, Winner: rules.Black}
	return g
}

// has reports whether that version of the game has a result.
func (r results) has(g *Game) bool {
	return slices.ContainsFunc(r[g.Place], func(w won) bool { return w.game == g.ID && w.version == g.Version })
}
