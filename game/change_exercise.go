package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Exercises keeps the positions that people practise, as a [Store] does.
type Exercises interface {
	// Exercises are those of a player, in no order.
	Exercises(ctx context.Context, p Player) ([]Exercise, error)

	// KeepExercises stores the next versions of exercises and deletes others, all or nothing;
	// what is to be deleted may be gone. It fails with [ErrStale] if the version before, 0 for
	// nothing, is not stored, or if a new one is of a game that does not name the player, and
	// with [ErrCondemned] if a confirmed tombstone stands on the place. Any other error leaves
	// open whether it is stored or will be, unless it is [ErrNotStored].
	KeepExercises(ctx context.Context, keep, drop []Exercise) error

	// ForgetExercises deletes those of a player.
	ForgetExercises(ctx context.Context, p Player) error
}

// AddExercises stores new exercises of one game and player, which has none yet; if it has,
// nothing changes. Others make room for them. The errors are [ErrStale] if the game does not
// name the player any more, [ErrCondemned], and a [*StoreError].
func AddExercises(ctx context.Context, of Exercises, fresh []Exercise) error {
	for range maxAttempts {
		all, err := of.Exercises(ctx, fresh[0].Player)
		if err != nil {
			return &StoreError{Err: err}
		}
		if slices.ContainsFunc(all, func(e Exercise) bool { return e.Game == fresh[0].Game }) {
			return nil
		}
		if err = of.KeepExercises(ctx, fresh, Crowded(append(all, fresh...))); !errors.Is(err, ErrStale) {
			return unkept(err)
		}
	}
	return ErrStale
}

// AnswerExercise counts a try of an exercise, named by its game and number, on a day, and gives
// the exercise as it is then. Of tries on the same day the first counts, and no more count than
// [MostADay]. It fails with [ErrUnknown] if the player has no such exercise; the other errors
// are [ErrStale] if others were faster time and again, [ErrCondemned], and a [*StoreError].
func AnswerExercise(ctx context.Context, of Exercises, p Player, id ID, number int, right bool, day Day, now time.Time) (Exercise, error) {
	var tried int
	_, after, err := changeKept(keeper[Exercise]{
		read: func() (Exercise, error) {
			all, err := of.Exercises(ctx, p)
			_, tried = DueExercises(all, day)
			found, _ := FindExercise(all, id, number)
			return found, err
		},
		change: func(before Exercise) (Exercise, error) {
			switch {
			case before.Version == 0:
				return before, ErrUnknown
			case tried >= MostADay:
				return before, nil
			default:
				return before.Answer(right, day), nil
			}
		},
		next: func(changed Exercise) Exercise { return changed.next(now) },
		keep: func(next Exercise) error { return of.KeepExercises(ctx, []Exercise{next}, nil) },
	})
	return after, err
}

// FindExercise finds an exercise by its game and number.
func FindExercise(all []Exercise, id ID, number int) (Exercise, bool) {
	i := slices.IndexFunc(all, func(e Exercise) bool { return e.Game == id && e.Number == number && number > 0 })
	if i < 0 {
		return Exercise{}, false
	}
	return all[i], true
}
