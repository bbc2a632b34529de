package game

import (
	"context"
	"time"
)

// Puzzlers are the puzzles that people are about, as a [Store] keeps them.
type Puzzlers interface {
	// Puzzler reads what is kept of a player's puzzles of a grade, its player and grade
	// alone if nothing is.
	Puzzler(ctx context.Context, p Player, grade uint8) (Puzzler, error)

	// KeepPuzzler stores the next version of a puzzler. It fails with [ErrStale] if the
	// version before, 0 for nothing, is not stored, and with [ErrCondemned] if a confirmed
	// tombstone stands on the player's tenant or on a place where they are named. Any other
	// error leaves open whether it is stored or will be, unless it is [ErrNotStored].
	KeepPuzzler(ctx context.Context, p Puzzler) error
}

// ChangePuzzler changes what is kept of a player's puzzles of a grade, one change after
// the other, and gives what it was and what it is then. The change may be asked for
// several times; one that leaves everything as it is stores nothing. The errors are
// those of the change, [ErrStale] if others were faster time and again, [ErrCondemned]
// as the store has it, and a [*StoreError].
func ChangePuzzler(ctx context.Context, of Puzzlers, p Player, grade uint8, now time.Time, change func(Puzzler) (Puzzler, error)) (before, after Puzzler, err error) {
	return changeKept(keeper[Puzzler]{
		read:   func() (Puzzler, error) { return of.Puzzler(ctx, p, grade) },
		change: change,
		next:   func(changed Puzzler) Puzzler { return changed.next(now) },
		keep:   func(next Puzzler) error { return of.KeepPuzzler(ctx, next) },
	})
}
