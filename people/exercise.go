package people

import (
	"cmp"
	"slices"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// Exercise is a position of a finished game in which the player was to move and made a
// mistake. Number 0 stands for the game as a whole, which is never due. It names no place.
// Exercises are comparable.
type Exercise struct {
	Game   game.ID `json:"game"`
	Number int     `json:"number,omitempty"` // of the move in the game, from 1

	Position rules.Position `json:"position,omitzero"`
	Played   rules.Square   `json:"played"`
	Best     rules.Square   `json:"best"`
	Faults   uint32         `json:"faults,omitempty"` // what was wrong, a bit for each kind of reason

	Right   int      `json:"right,omitempty"` // times in a row that the best move was found
	Due     game.Day `json:"due,omitempty"`   // from when on it is to be tried again; 0 for never
	Tried   game.Day `json:"tried,omitempty"` // when it was tried last; 0 for not yet
	Touched int64    `json:"touched"`         // when it changed last, in Unix milliseconds
}

// How much is kept and practised.
const (
	MostExercises = 500 // of a player, besides those of number 0
	MostStudied   = 20  // games of a player of which something is kept as a whole
	MostADay      = 10  // exercises that count on a day
)

// restDays holds the days for which an exercise rests each time that the best move was found. After
// the last of them it is learned.
var restDays = [...]game.Day{1, 3, 7, 21, 60}

// atOnce is the day from which an exercise that was not tried yet is due: any day.
const atOnce game.Day = 1

// NewExercise is an exercise that was not tried yet, as all are at first.
func NewExercise(e Exercise, now time.Time) Exercise {
	e.Right, e.Due, e.Tried, e.Touched = 0, 0, 0, now.UnixMilli()
	if e.Number > 0 {
		e.Due = atOnce
	}
	return e
}

// DueOn reports whether the exercise is due on a day.
func (e Exercise) DueOn(day game.Day) bool { return e.Due > 0 && e.Due <= day }

// Learned reports whether the exercise does not come again.
func (e Exercise) Learned() bool { return e.Number > 0 && e.Due == 0 }

// Answer is a try on a day. Once it has counted the exercise is not due any more, and nothing
// changes by another try on that day.
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

// order sorts what does not hold before what does.
func order(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// DueExercises returns the exercises of a player that are due on a day, no more than count on
// it: first what comes again, as long as it has waited, then what is new, the newest game
// first. It also returns how many were tried on that day.
func DueExercises(all []Exercise, day game.Day) (due []Exercise, tried int) {
	for _, e := range all {
		if e.Tried >= day { // it was a later day in another zone
			tried++
		}
		if e.DueOn(day) {
			due = append(due, e)
		}
	}
	slices.SortFunc(due, func(a, b Exercise) int {
		return cmp.Or(
			order(a.Tried == 0)-order(b.Tried == 0), cmp.Compare(a.Due, b.Due), cmp.Compare(b.Touched, a.Touched), cmp.Compare(a.Game, b.Game), a.Number-b.Number,
		)
	})
	return due[:min(len(due), max(0, MostADay-tried))], tried
}

// roomFor returns the exercises of a player that there is room for: what is learned goes first, what
// was tried longest ago before the rest. What is kept of the oldest games as a whole goes, too.
func roomFor(all []Exercise) []Exercise {
	slices.SortStableFunc(all, func(a, b Exercise) int {
		return cmp.Or(order(a.Learned())-order(b.Learned()), cmp.Compare(b.Touched, a.Touched))
	})
	positions, games := MostExercises, MostStudied
	return slices.DeleteFunc(all, func(e Exercise) bool {
		room := &positions
		if e.Number == 0 {
			room = &games
		}
		*room--
		return *room < 0
	})
}
