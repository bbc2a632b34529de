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
	for range maxAttempts {
		games, err := t.store.Named(ctx, p)
		if err != nil {
			return &StoreError{Err: err}
		}
		if len(games) == 0 {
			return nil
		}
		for _, g := range games {
			if err := t.forgetIn(ctx, g, p, now); err != nil && !errors.Is(err, ErrStale) {
				return err
			}
		}
	}
	return ErrStale
}

// forgetIn takes a player out of one game, [ErrStale] if it has changed.
func (t *Table) forgetIn(ctx context.Context, g Game, p Player, now time.Time) error {
	room, err := t.store.Load(ctx, g.Place)
	if err != nil {
		return &StoreError{Err: err}
	}
	after, _, err := g.Forget(p, now)
	if err != nil {
		return err
	}
	after.Version++
	c := Change{Place: g.Place, Steps: []Step{t.step(&g, &after, room.Settings)}, Now: now}
	if err := t.commit(ctx, c); err != nil {
		return err
	}
	t.announce(c)
	return nil
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

func (g *Game) names(p Player) bool { return slices.Contains(g.Players(), p) }
