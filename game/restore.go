package game

import (
	"errors"
	"slices"

	"othellobot/rules"
)

var errRated = errors.New("rated, but no duel between people from the usual start")

// Restore completes a game from its exported fields by replaying its moves. It fails if the fields
// contradict each other, and with a [*rules.ReplayError] if a move is illegal.
func Restore(g Game) (Game, error) {
	noSeat := func(seat uint16) bool { return int(seat) >= len(g.Seats) }
	switch {
	case len(g.Movers) != len(g.Moves)-int(g.Loaded) || slices.ContainsFunc(g.Movers, noSeat):
		return Game{}, errors.New("moves without the seats of their makers")
	case g.Rated && !g.MayRate():
		return Game{}, errRated
	case g.Coached && (g.Mode != Duel || !g.AgainstEngine()):
		return Game{}, errors.New("coached, but no duel against the bot")
	}
	last := Rewind{Ply: g.Loaded}
	for _, r := range g.Rewinds {
		if r.Turn <= last.Turn || r.Turn > g.Turn || r.Ply < last.Ply || int(r.Ply) > len(g.Moves) {
			return Game{}, errors.New("undos of moves that were not made")
		}
		last = r
	}
	p := g.Start
	g.before = p
	for i, move := range g.Moves {
		next, err := p.Play(move)
		if err != nil {
			return Game{}, &rules.ReplayError{Number: i + 1, Square: move, ToMove: p.ToMove}
		}
		g.before, p = p, next
	}
	return g, nil
}
