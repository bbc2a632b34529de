package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// AddExercises stores new exercises of one game and player, which has none yet; if it has,
// nothing changes. Others make room for them. The errors are [ErrStale] if the game does not
// name the player any more, [ErrCondemned], and a [*StoreError].
func AddExercises(ctx context.Context, of People, fresh []Exercise) error {
	for range maxAttempts {
		all, err := of.Exercises(ctx, fresh[0].Player)
		if err != nil {
			return &StoreError{Err: err}
		}
		if slices.ContainsFunc(all, func(e Exercise) bool { return e.Game == fresh[0].Game }) {
			return nil
		}
		if err = of.Keep(ctx, Kept{Exercises: fresh, Dropped: Crowded(append(all, fresh...))}); !errors.Is(err, ErrStale) {
			return unkept(err)
		}
	}
	return ErrStale
}

// AnswerExercise counts a try of an exercise, named by its game and number, on a day, and gives
// the exercise as it is then. Of tries on the same day the first counts, and no more count than
// [MostADay]. It fails with [ErrUnknown] if the player has no such exercise; the other errors
// are [ErrStale] if others were faster time and again, [ErrCondemned], and a [*StoreError].
func AnswerExercise(ctx context.Context, of People, p Player, id ID, number int, right bool, day Day, now time.Time) (Exercise, error) {
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
		keep: func(next Exercise) error { return of.Keep(ctx, Kept{Exercises: []Exercise{next}}) },
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
