package game

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// People keep what is stored of people beside their games, as a [Store] does.
type People interface {
	Puzzlers
	Persons
	Exercises

	// Finished returns what records hold of a finished game since the commit of a [Step] that
	// [Step.Finishes] it. It fails with [ErrUnknown] if there is nothing; it is there at
	// least as long as the game is.
	Finished(ctx context.Context, id ID) (Finished, error)

	// Records are those of a player in all tenants, in no order: the sums of what is kept
	// of finished games. They are kept until [People.Strike] or [Tombstones.Purge], of a
	// tombstone on the tenant.
	Records(ctx context.Context, p Player) ([]Record, error)

	// Solvers finds up to most players who have solved a puzzle and may be named for it in
	// a place, those with the fewest wrong moves first, else in the order of their names.
	Solvers(ctx context.Context, at Place, grade uint8, number, most int) ([]Solver, error)

	// Named finds the games that name a player, including those that no room has any
	// more. If there are many it may find some of them, and the others when those no
	// longer name the player. It fails if only games are left that cannot be read.
	Named(ctx context.Context, p Player) ([]Game, error)

	// Strike takes a player out of some hundred records and finished games. The records of
	// their opponents keep the games as against [Nobody], and what names nobody is deleted.
	// It reports whether there may be more. At the end it makes of games that name the
	// player and that nobody can read what [Salvaged] leaves of them.
	Strike(ctx context.Context, p Player, now time.Time) (more bool, err error)

	// ForgetVotes deletes all votes of a player.
	ForgetVotes(ctx context.Context, p Player) error

	// ForgetPerson deletes what a player has chosen, and what is kept of their puzzles.
	ForgetPerson(ctx context.Context, p Player) error
}

// Forget takes a player out of all games and records: running duels are resigned,
// challenges are ended, every other game keeps its moves without the name, and votes,
// exercises and what was kept of puzzles and choices are deleted. The messages of games that were not over are drawn
// again in time. It fails with a [*StoreError] if nothing of it was begun, and with
// [ErrUnforgotten] if something is left.
func (t *Table) Forget(ctx context.Context, of People, marks Tombstones, p Player, now time.Time) error {
	mark := onPerson(p, now)
	if err := marks.Bury(ctx, mark); err != nil {
		return &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
	}
	err := t.forget(ctx, of, p, now)
	if err == nil {
		err = marks.Revive(ctx, mark.Prefix)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnforgotten, err)
	}
	_ = marks.Scrub(ctx) // who does not wait is forgotten all the same
	return nil
}

// forget takes a player out of all that is found by the name alone first, whatever state
// games are in.
func (t *Table) forget(ctx context.Context, of People, p Player, now time.Time) error {
	if err := errors.Join(of.ForgetVotes(ctx, p), of.ForgetPerson(ctx, p), strike(ctx, of, p, now)); err != nil {
		return err
	}
	for range maxAttempts {
		games, err := of.Named(ctx, p)
		if err != nil {
			return err
		}
		if len(games) == 0 { // none gives exercises any more
			return errors.Join(of.ForgetExercises(ctx, p), of.ForgetPerson(ctx, p), strike(ctx, of, p, now)) // what has ended since
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
func strike(ctx context.Context, of People, p Player, now time.Time) error {
	for {
		if more, err := of.Strike(ctx, p, now); !more || err != nil {
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
	room, _, err := t.rooms.Load(ctx, g.Place, "")
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
