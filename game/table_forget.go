package game

import (
	"context"
	"errors"
	"time"
)

// Forget takes a player out of all games and records: running duels are resigned,
// challenges are ended, every other game keeps its moves without the name, and votes and
// what was kept of puzzles are deleted. The messages of games that were not over are drawn again in time. It fails
// with a [*StoreError], or with [ErrStale] if others were faster time and again. Part of
// the work may be done then, and Forget may be called again.
func (t *Table) Forget(ctx context.Context, p Player, now time.Time) error {
	if err := errors.Join(t.store.ForgetVotes(ctx, p), t.store.ForgetPuzzler(ctx, p)); err != nil {
		return &StoreError{Err: err}
	}
	for range maxAttempts {
		games, err := t.store.Named(ctx, p)
		if err != nil {
			return &StoreError{Err: err}
		}
		if len(games) == 0 {
			if err := t.strike(ctx, p); err != nil {
				return err
			}
			_ = t.store.Scrub(ctx) // who does not wait is forgotten all the same
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

// strike takes a player out of the records.
func (t *Table) strike(ctx context.Context, p Player) error {
	for {
		if more, err := t.store.Strike(ctx, p); err != nil {
			return &StoreError{Err: err}
		} else if !more {
			return nil
		}
	}
}

// drawnAgain has the messages of a game that was not over drawn again, for the others to see
// that a player has left. What somebody took away is not put back.
func drawnAgain(room Room, before, after Game) []SlotChange {
	var changes []SlotChange
	for _, s := range room.Slots {
		if s.Game == before.ID && before.Phase != Over && s.State != Gone {
			changes = append(changes, SlotChange{Game: s.Game, Name: s.Name, Act: Revise, Want: after.Version})
		}
	}
	return changes
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
	c := Change{Place: g.Place, Steps: []Step{t.step(&g, &after, room.Settings).recounted(now)}, Slots: drawnAgain(room, g, after), Now: now}
	if _, _, _, err := t.commit(ctx, c); err != nil {
		return err
	}
	t.announce(c)
	return nil
}
