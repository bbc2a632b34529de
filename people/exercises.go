package people

import (
	"context"
	"slices"
	"time"

	"othellobot/game"
)

// exercises is the document of all exercises of a player.
type exercises struct {
	All []Exercise `json:"exercises,omitempty"`
}

// FindExercise returns the index of an exercise by its game and number, and -1 if there is none.
func FindExercise(all []Exercise, id game.ID, number int) int {
	return slices.IndexFunc(all, func(e Exercise) bool { return e.Game == id && e.Number == number && number > 0 })
}

// ExercisesOf reads the exercises of a player, in no order. Its error is a [*game.StoreError].
func ExercisesOf(ctx context.Context, of Documents, p game.Player) ([]Exercise, error) {
	_, doc, err := read[exercises](ctx, of, p, ExercisesKind)
	return doc.All, err
}

// AddExercises stores new exercises of one game. If the player has some of that game already,
// nothing changes. Others make room for them. The errors are [game.ErrStale] if the game does not
// name the player any more, and those of [ChangeChoices].
func AddExercises(ctx context.Context, of Documents, p game.Player, fresh []Exercise, now time.Time) error {
	return update(ctx, of, p, ExercisesKind, now, func(c *Change, doc *exercises) error {
		c.Game = fresh[0].Game
		if !slices.ContainsFunc(doc.All, func(e Exercise) bool { return e.Game == c.Game }) {
			doc.All = roomFor(append(doc.All, fresh...))
		}
		return nil
	})
}

// AnswerExercise counts a try of an exercise, named by its game and number, on a day, and returns
// the exercise as it is then. Of tries on the same day the first counts, and no more count than
// [MostADay]. It fails with [game.ErrUnknown] if the player has no such exercise; the other errors
// are those of [ChangeChoices].
func AnswerExercise(
	ctx context.Context, of Documents, p game.Player, id game.ID, number int, right bool, day game.Day, now time.Time,
) (after Exercise, err error) {
	err = update(ctx, of, p, ExercisesKind, now, func(_ *Change, doc *exercises) error {
		i := FindExercise(doc.All, id, number)
		if i < 0 {
			return game.ErrUnknown
		}
		e := &doc.All[i]
		if _, tried := DueExercises(doc.All, day); tried < MostADay && e.DueOn(day) {
			*e = e.Answer(right, day)
			e.Touched = now.UnixMilli()
		}
		after = *e
		return nil
	})
	return after, err
}
