package game

import (
	"errors"

	"othellobot/rules"
)

var (
	errStart   = errors.New("a square with two discs")
	errSeats   = errors.New("a duel without a seat for each side")
	errMovers  = errors.New("moves without the seats of their makers")
	errRewinds = errors.New("undos of moves that were not made")
	errRated   = errors.New("rated, but no duel between people from the usual start")
	errCoached = errors.New("coached, but no duel against the bot")
)

// Restore completes a game from its exported fields by replaying its moves. It fails if the fields
// contradict each other, and with a [*rules.ReplayError] if a move is illegal.
func Restore(g Game) (Game, error) {
	if g.Start.Black&g.Start.White != 0 {
		return Game{}, errStart
	}
	if len(g.Movers) != len(g.Moves)-int(g.Loaded) {
		return Game{}, errMovers
	}
	for _, seat := range g.Movers {
		if int(seat) >= len(g.Seats) {
			return Game{}, errMovers
		}
	}
	if g.Rated && !g.MayRate() {
		return Game{}, errRated
	}
	if g.Coached && (g.Mode != Duel || !g.AgainstEngine()) {
		return Game{}, errCoached
	}
	last := Rewind{Ply: g.Loaded}
	for _, r := range g.Rewinds {
		if r.Turn <= last.Turn || r.Turn > g.Turn || r.Ply < last.Ply || int(r.Ply) > len(g.Moves) {
			return Game{}, errRewinds
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
