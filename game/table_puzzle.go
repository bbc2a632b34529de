package game

import (
	"context"
	"errors"
	"time"
)

// Puzzler returns a player's daily puzzles of a grade. Its errors are the store's.
func (t *Table) Puzzler(ctx context.Context, p Player, grade uint8) (Puzzler, error) {
	return t.store.Puzzler(ctx, p, grade)
}

// ChangePuzzler changes what is kept of a player's puzzles of a grade, one change after
// the other, and gives what it was and what it is then. The change may be asked for
// several times; one that leaves everything as it is stores nothing. The errors are
// those of the change, [ErrStale] if others were faster time and again, [ErrCondemned]
// as the store has it, and a [*StoreError].
func (t *Table) ChangePuzzler(ctx context.Context, p Player, grade uint8, now time.Time, change func(Puzzler) (Puzzler, error)) (before, after Puzzler, err error) {
	for range maxAttempts {
		before, err := t.store.Puzzler(ctx, p, grade)
		if err != nil {
			return Puzzler{}, Puzzler{}, &StoreError{Err: err}
		}
		after, err := change(before)
		if err != nil || after == before {
			return before, before, err
		}
		after = after.next(now)
		err = t.store.KeepPuzzler(ctx, after)
		if err == nil {
			return before, after, nil
		}
		if errors.Is(err, ErrCondemned) {
			return before, before, err
		}
		if !errors.Is(err, ErrStale) {
			return before, before, &StoreError{Err: err, Unknown: !errors.Is(err, ErrNotStored)}
		}
	}
	return Puzzler{}, Puzzler{}, ErrStale
}

// Solvers are up to most of those who may be named in a place for having solved a
// puzzle, those without a wrong move first.
func (t *Table) Solvers(ctx context.Context, at Place, grade uint8, number, most int) ([]Solver, error) {
	return t.store.Solvers(ctx, at, grade, number, most)
}

// Posted notes that a place has got its puzzle. It reports false if that was known, or
// if the place wants it at another time now.
func (t *Table) Posted(ctx context.Context, p Posted) (bool, error) { return t.store.Posted(ctx, p) }

// dailyLease is how long a daily puzzle belongs to whoever took it. It is longer than
// sending it may take.
const dailyLease = time.Minute

// dueDailies takes up to most daily puzzles that are due now. Those that have come
// already, or too late, are put off.
func (t *Table) dueDailies(ctx context.Context, now time.Time, most int, prefixes []string) ([]Task, error) {
	found, err := t.store.DueDailies(ctx, now, now.Add(dailyLease), most, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, d := range found {
		day, due := d.due(now)
		if due {
			tasks = append(tasks, Task{Kind: TaskDaily, Game: Game{Place: d.Place}, Day: day, Follows: d.Posted == day-1, Again: d.Again})
			continue
		}
		if _, err := t.store.Posted(ctx, Posted{Place: d.Place, Daily: d.Daily, Day: d.Posted, Now: now}); err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}
