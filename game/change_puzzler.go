package game

import (
	"context"
	"time"
)

// ChangePuzzler changes what is kept of a player's puzzles of a grade, one change after
// the other, and gives what it was and what it is then. The change may be asked for
// several times; one that leaves everything as it is stores nothing. The errors are
// those of the change, [ErrStale] if others were faster time and again, [ErrCondemned]
// as the store has it, and a [*StoreError].
func ChangePuzzler(ctx context.Context, of People, p Player, grade uint8, now time.Time, change func(Puzzler) (Puzzler, error)) (before, after Puzzler, err error) {
	return changeKept(keeper[Puzzler]{
		read:   func() (Puzzler, error) { return of.Puzzler(ctx, p, grade) },
		change: change,
		next:   func(changed Puzzler) Puzzler { return changed.next(now) },
		keep:   func(next Puzzler) error { return of.Keep(ctx, Kept{Puzzler: &next}) },
	})
}
