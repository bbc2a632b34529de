package game

import (
	"context"
	"errors"
	"time"
)

// Forget takes a player out of all games: running duels are resigned, challenges are
// ended, and every other game keeps its moves without the name. It fails with a
// [*StoreError], or with [ErrStale] if others were faster time and again. Part of the
// work may be done then, and Forget may be called again.
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
	room, _, err := t.store.Load(ctx, g.Place, "")
	if err != nil {
		return &StoreError{Err: err}
	}
	after, _, err := g.Forget(p, now)
	if err != nil {
		return err
	}
	after.Version++
	c := Change{Place: g.Place, Steps: []Step{t.step(&g, &after, room.Settings)}, Now: now}
	if _, _, _, err := t.commit(ctx, c); err != nil {
		return err
	}
	t.announce(c)
	return nil
}
