package game

import (
	"errors"

	"othellobot/rules"
)

var errMovers = errors.New("moves without the seats of their makers")

// Restore makes a game whole again from its exported fields, as a store has
// kept them. It fails with a [*rules.ReplayError] if a move is illegal, and if
// the makers of the moves do not fit.
func Restore(g Game) (Game, error) {
	if len(g.Movers) != len(g.Moves)-int(g.Loaded) {
		return Game{}, errMovers
	}
	for _, seat := range g.Movers {
		if int(seat) >= len(g.Seats) {
			return Game{}, errMovers
		}
	}
	if _, err := rules.Replay(g.Start, g.Moves); err != nil {
		return Game{}, err
	}
	g.before = g.replay(max(len(g.Moves)-1, 0))
	return g, nil
}
