package game

import (
	"slices"
	"time"
)

// Forget removes a player from the game. It resigns a running duel, or stops it if there is no
// opponent, and ends a challenge. It never fails.
func (g Game) Forget(p Player, now time.Time) (Game, []Event, error) {
	var events []Event
	_, seated := g.Side(p)
	switch {
	case !seated || g.Mode == Open:
	case g.Phase == Challenged:
		g, events, _ = g.Decline(p, now)
	case g.Phase == Playing && g.MayResign(p) == nil:
		g, events, _ = g.Resign(p, now)
	case g.Phase == Playing:
		g, events, _ = g.Stop(p, false, now)
	}
	return g.withoutPlayer(p), events, nil
}

func (g Game) withoutPlayer(p Player) Game {
	nobody := func(q *Player) {
		if *q == p {
			*q = Nobody
		}
	}
	nobody(&g.Starter)
	g.Seats = slices.Clone(g.Seats)
	for i := range g.Seats {
		nobody(&g.Seats[i].Player)
	}
	if g.Follows(p) {
		g = g.withoutFollower(p)
	}
	if g.Ask != nil && g.Ask.By == p {
		g.Ask = nil
	}
	if g.Result != nil {
		result := *g.Result
		nobody(&result.By)
		g.Result = &result
	}
	return g
}
