package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// Exercise is a position of a finished game in which its player was to move and made a
// mistake. Number 0 stands for the game as a whole, which is never due. Exercises are
// comparable.
type Exercise struct {
	Player  Player
	Game    ID
	Number  int    // of the move in the game, from 1
	Version uint32 // grows by one with every change
	Place   Place  // of the game

	Position rules.Position
	Played   rules.Square
	Best     rules.Square
	Faults   uint32 // what was wrong, a bit for each kind of reason

	Right   int   // times in a row that the best move was found
	Due     Day   // from when on it is to be tried again; 0 for never
	Tried   Day   // when it was tried last; 0 for not yet
	Touched int64 // when it changed last, in Unix milliseconds
}

// How much is kept and practised.
const (
	MostExercises = 500 // of a player, besides those of number 0
	MostStudied   = 20  // games of a player of which something is kept as a whole
	MostADay      = 10  // exercises that count on a day
)

// restDays are how many days an exercise rests each time that the best move was found. After
// the last of them it is learned.
var restDays = [...]Day{1, 3, 7, 21, 60}

// atOnce is when an exercise is due that was not tried yet: on any day.
const atOnce Day = 1

// NewExercise is an exercise that was not tried yet, as all are at first.
func NewExercise(e Exercise, now time.Time) Exercise {
	e.Version, e.Right, e.Due, e.Tried, e.Touched = 1, 0, 0, 0, now.UnixMilli()
	if e.Number > 0 {
		e.Due = atOnce
	}
	return e
}

// DueOn reports whether the exercise is to be tried on a day.
func (e Exercise) DueOn(day Day) bool { return e.Due > 0 && e.Due <= day }

// Learned reports whether the exercise does not come again.
func (e Exercise) Learned() bool { return e.Number > 0 && e.Due == 0 }

// Answer is a try on a day. Once it has counted the exercise is not due any more, and nothing
// changes by another try on that day.
func (e Exercise) Answer(right bool, day Day) Exercise {
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

// next is the exercise in the next version.
func (e Exercise) next(now time.Time) Exercise {
	e.Version++
	e.Touched = now.UnixMilli()
	return e
}

// DueExercises are those of a player that are to be tried on a day, no more than count on
// it: first what comes again, as long as it has waited, then what is new, the newest game
// first. It also tells how many were tried on that day.
func DueExercises(all []Exercise, day Day) (due []Exercise, tried int) {
	for _, e := range all {
		if e.Tried >= day { // it was a later day in another zone
			tried++
		}
		if e.DueOn(day) {
			due = append(due, e)
		}
	}
	slices.SortFunc(due, func(a, b Exercise) int {
		fresh := func(e Exercise) int {
			if e.Tried == 0 {
				return 1
			}
			return 0
		}
		return cmp.Or(fresh(a)-fresh(b), cmp.Compare(a.Due, b.Due), cmp.Compare(b.Touched, a.Touched), cmp.Compare(a.Game, b.Game), a.Number-b.Number)
	})
	return due[:min(len(due), max(0, MostADay-tried))], tried
}

// Crowded are the exercises of a player that make room for others: what is learned goes
// first, what was tried longest ago before the rest. What is kept of the oldest games as a
// whole goes too.
func Crowded(all []Exercise) (out []Exercise) {
	var exercises, games []Exercise
	for _, e := range all {
		if e.Number > 0 {
			exercises = append(exercises, e)
		} else {
			games = append(games, e)
		}
	}
	slices.SortStableFunc(exercises, func(a, b Exercise) int {
		switch {
		case a.Learned() == b.Learned():
			return cmp.Compare(a.Touched, b.Touched)
		case a.Learned():
			return -1
		default:
			return 1
		}
	})
	slices.SortStableFunc(games, func(a, b Exercise) int { return cmp.Compare(a.Touched, b.Touched) })
	return append(exercises[:max(0, len(exercises)-MostExercises)], games[:max(0, len(games)-MostStudied)]...)
}
