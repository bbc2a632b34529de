package people

import (
	"cmp"
	"context"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// Exercise is a position from a finished game where the player to move made a mistake. An exercise with
// Number 0 is the whole game and is never due.
type Exercise struct {
	Game   game.ID `json:"game"`
	Number int     `json:"number,omitempty"` // number of the move in the game, from 1

	Position rules.Position `json:"position,omitzero"`
	Played   rules.Square   `json:"played"`
	Best     rules.Square   `json:"best"`
	Faults   uint32         `json:"faults,omitempty"` // reasons why the move was wrong, one bit each

	Right   int      `json:"right,omitempty"` // times in a row that the player found the best move
	Due     game.Day `json:"due,omitempty"`   // first day of the next try; 0 means never
	Tried   game.Day `json:"tried,omitempty"` // day of the last try; 0 before the first
	Touched int64    `json:"touched"`         // time of the last change, in Unix milliseconds
}

// Limits for each player.
const (
	MaxExercises    = 500 // stored exercises, not counting those with number 0
	MaxStudiedGames = 20  // games stored as a whole, with number 0
	MaxPerDay       = 10  // exercises that count per day
)

// restDays holds the days until the next try, after each right answer in a row. One more right answer makes
// the exercise learned.
var restDays = [...]game.Day{1, 3, 7, 21, 60}

const dueAtOnce game.Day = 1

// NewExercise returns e as a new exercise, without tries.
func NewExercise(e Exercise, now time.Time) Exercise {
	e.Right, e.Due, e.Tried, e.Touched = 0, 0, 0, now.UnixMilli()
	if e.Number > 0 {
		e.Due = dueAtOnce
	}
	return e
}

// DueOn reports whether the exercise is due on a day.
func (e Exercise) DueOn(day game.Day) bool { return e.Due > 0 && e.Due <= day }

// Learned reports whether the exercise will never be due again.
func (e Exercise) Learned() bool { return e.Number > 0 && e.Due == 0 }

// Answer returns the exercise after a try on a day. Only the first try on a day counts, because it changes
// Due.
func (e Exercise) Answer(right bool, day game.Day) Exercise {
	switch {
	case !e.DueOn(day):
		return e
	case !right:
		e.Right, e.Due = 0, day+1
	case e.Right >= len(restDays):
		e.Right, e.Due = e.Right+1, 0
	default:
		e.Right, e.Due = e.Right+1, day+restDays[e.Right]
	}
	e.Tried = day
	return e
}

func boolRank(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// DueExercises returns the exercises that are due and still count on a day, and the number tried on that day.
// Exercises tried before come first, longest overdue first. Then come new exercises, last added first.
func DueExercises(all []Exercise, day game.Day) (due []Exercise, tried int) {
	for _, e := range all {
		if e.Tried >= day { // a later day if the player's time zone has changed
			tried++
		}
		if e.DueOn(day) {
			due = append(due, e)
		}
	}
	slices.SortFunc(due, func(a, b Exercise) int {
		return cmp.Or(
			boolRank(a.Tried == 0)-boolRank(b.Tried == 0), cmp.Compare(a.Due, b.Due), cmp.Compare(b.Touched, a.Touched), cmp.Compare(a.Game, b.Game), a.Number-b.Number,
		)
	})
	return due[:min(len(due), max(0, MaxPerDay-tried))], tried
}

// withinLimits drops exercises over the limit, learned exercises first, and then those changed longest ago. It
// also drops the oldest whole games over their limit.
func withinLimits(all []Exercise) []Exercise {
	slices.SortStableFunc(all, func(a, b Exercise) int {
		return cmp.Or(boolRank(a.Learned())-boolRank(b.Learned()), cmp.Compare(b.Touched, a.Touched))
	})
	positions, games := MaxExercises, MaxStudiedGames
	return slices.DeleteFunc(all, func(e Exercise) bool {
		room := &positions
		if e.Number == 0 {
			room = &games
		}
		*room--
		return *room < 0
	})
}

type exercises struct {
	All []Exercise `json:"exercises,omitempty"`
}

// FindExercise returns the index of the exercise with this game and number, or -1. It returns -1 for number 0.
func FindExercise(all []Exercise, id game.ID, number int) int {
	return slices.IndexFunc(all, func(e Exercise) bool { return e.Game == id && e.Number == number && number > 0 })
}

// ExercisesOf reads a player's exercises, in any order. Its error is a [*game.StoreError].
func ExercisesOf(ctx context.Context, of Documents, p game.Player) ([]Exercise, error) {
	_, doc, err := read[exercises](ctx, of, p, ExercisesKind)
	return doc.All, err
}

// AddExercises stores the exercises of a game, at least one, unless the player already has exercises of the game.
// It drops exercises over the limits. It fails with [game.ErrStale] if the game no longer names the player, and as [ChangeChoices] does.
func AddExercises(ctx context.Context, of Documents, p game.Player, fresh []Exercise, now time.Time) error {
	return update(ctx, of, p, ExercisesKind, now, func(c *Change, doc *exercises) error {
		c.Game = fresh[0].Game
		if !slices.ContainsFunc(doc.All, func(e Exercise) bool { return e.Game == c.Game }) {
			doc.All = withinLimits(append(doc.All, fresh...))
		}
		return nil
	})
}

// AnswerExercise counts a try of an exercise on a day, unless [MaxPerDay] were tried, and returns the
// exercise. It fails with [game.ErrUnknown] if the player has no such exercise, and as [ChangeChoices] does.
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
