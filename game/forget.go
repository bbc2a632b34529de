package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Forget takes a player out of all games: running duels are resigned,
// challenges ended, and every other game keeps its moves without their name. It
// stops at the first [*StoreError] with part of the work done; it may be called
// again.
func (t *Table) Forget(ctx context.Context, p Player, now time.Time) error {
	for _, at := range t.places() {
		room, err := t.Room(ctx, at)
		if err != nil {
			return err
		}
		for g := range room.games() {
			if !g.names(p) {
				continue
			}
			forget := func(g Game) (Game, []Event, error) { return g.Forget(p, now) }
			_, _, err := t.Update(ctx, at, g.ID, "", now, forget)
			if err != nil && !errors.Is(err, ErrUnknown) {
				return err
			}
		}
	}
	return nil
}

func (t *Table) places() []Place {
	t.mu.Lock()
	defer t.mu.Unlock()
	places := make([]Place, 0, len(t.rooms))
	for at := range t.rooms {
		places = append(places, at)
	}
	return places
}

// Forget takes a player out of the game, as [Table.Forget] says. A running duel
// without an opponent is stopped.
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
	return g.without(p), events, nil
}

func (g Game) names(p Player) bool {
	_, seated := g.Side(p)
	return seated || g.Starter == p || g.Ask != nil && g.Ask.By == p || g.Result != nil && g.Result.By == p
}

// without is the game with nobody in the player's place.
func (g Game) without(p Player) Game {
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
