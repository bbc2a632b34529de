package people

import (
	"context"
	"slices"
	"time"

	"othellobot/game"
)

type exercises struct {
	All []Exercise `json:"exercises,omitempty"`
}

// FindExercise returns the index of the exercise with this game and number, or -1. It returns -1 for
// number 0.
func FindExercise(all []Exercise, id game.ID, number int) int {
	return slices.IndexFunc(all, func(e Exercise) bool { return e.Game == id && e.Number == number && number > 0 })
}

// ExercisesOf reads a player's exercises, in any order. Its error is a [*game.StoreError].
func ExercisesOf(ctx context.Context, of Documents, p game.Player) ([]Exercise, error) {
	_, doc, err := read[exercises](ctx, of, p, ExercisesKind)
	return doc.All, err
}

// AddExercises stores the exercises of a game, unless the player already has exercises of that game. It
// drops exercises beyond the limits. It fails with [game.ErrStale] if the game no longer names the
// player; other errors are those of [ChangeChoices].
func AddExercises(ctx context.Context, of Documents, p game.Player, fresh []Exercise, now time.Time) error {
	return update(ctx, of, p, ExercisesKind, now, func(c *Change, doc *exercises) error {
		c.Game = fresh[0].Game
		if !slices.ContainsFunc(doc.All, func(e Exercise) bool { return e.Game == c.Game }) {
			doc.All = withinLimits(append(doc.All, fresh...))
		}
		return nil
	})
}

// AnswerExercise counts a try of an exercise on a day and returns the changed exercise. Only the
// first try on a day counts, and only [MaxPerDay] exercises on a day. It fails with [game.ErrUnknown]
// if the player has no such exercise; other errors are those of [ChangeChoices].
func AnswerExercise(
	ctx context.Context, of Documents, p game.Player, id game.ID, number int, right bool, day game.Day, now time.Time,
) (after Exercise, err error) {
	err = update(ctx, of, p, ExercisesKind, now, func(_ *Change, doc *exercises) error {
		i := FindExercise(doc.All, id, number)
		if i < 0 {
			return game.ErrUnknown
		}
		e := &doc.All[i]
		if _, tried := DueExercises(doc.All, day); tried < MaxPerDay && e.DueOn(day) {
			*e = e.Answer(right, day)
			e.Touched = now.UnixMilli()
		}
		after = *e
		return nil
	})
	return after, err
}
