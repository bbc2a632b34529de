package game

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Forget takes a player out of all games and records: running duels are resigned,
// challenges are ended, every other game keeps its moves without the name, and votes and
// what was kept of puzzles are deleted. The messages of games that were not over are drawn
// again in time. It fails with a [*StoreError] if nothing of it was begun, and with
// [ErrUnforgotten] if something is left.
func (t *Table) Forget(ctx context.Context, p Player, now time.Time) error {
	mark := onPerson(p, now)
	if err := t.store.Bury(ctx, mark); err != nil {
		return &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
	}
	err := t.forget(ctx, p, now)
	if err == nil {
		err = t.store.Revive(ctx, mark.Prefix)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnforgotten, err)
	}
	_ = t.store.Scrub(ctx) // who does not wait is forgotten all the same
	return nil
}

// forget takes a player out of all that is found by the name alone first, whatever state
// games are in.
func (t *Table) forget(ctx context.Context, p Player, now time.Time) error {
	if err := errors.Join(t.store.ForgetVotes(ctx, p), t.store.ForgetPuzzler(ctx, p), t.strike(ctx, p, now)); err != nil {
		return err
	}
	for range maxAttempts {
		games, err := t.store.Named(ctx, p)
		if err != nil {
			return err
		}
		if len(games) == 0 {
			return t.strike(ctx, p, now) // what has ended since
		}
		for _, g := range games {
			if err := t.forgetIn(ctx, g, p, now); err != nil && !errors.Is(err, ErrStale) {
				return err
			}
		}
	}
	return ErrStale
}

// strike takes a player out of the records, and out of games that nobody can read.
func (t *Table) strike(ctx context.Context, p Player, now time.Time) error {
	for {
		if more, err := t.store.Strike(ctx, p, now); !more || err != nil {
			return err
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
		return err
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
