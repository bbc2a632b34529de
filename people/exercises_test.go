package people

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
)

// freshOf returns new exercises from a game of ana, with one for the whole game.
func freshOf(id game.ID, many int) (fresh []Exercise) {
	for n := range many + 1 {
		fresh = append(fresh, NewExercise(Exercise{Game: id, Number: n}, time.UnixMilli(int64(id))))
	}
	return fresh
}

// The exercises of a game are stored once, and the oldest exercises make room for new ones.
func TestAddExercises(t *testing.T) {
	s := newFake()
	for id := range game.ID(MaxExercises) {
		for range 2 {
			noError(t, AddExercises(t.Context(), s, ana, freshOf(id, 2), time.UnixMilli(int64(id))))
		}
	}
	all, err := ExercisesOf(t.Context(), s, ana)
	noError(t, err)
	oldest := slices.MinFunc(all, func(a, b Exercise) int { return int(a.Touched - b.Touched) })
	if len(all) != MaxExercises+MaxStudiedGames || oldest.Game != MaxExercises/2 {
		t.Errorf("%d are kept, the oldest of game %d", len(all), oldest.Game)
	}
}

// Of concurrent answers only one counts, and only ten count per day.
func TestAnswerExercise(t *testing.T) {
	const day game.Day = 20000
	s := newFake()
	noError(t, AddExercises(t.Context(), s, ana, freshOf(7, 12), noon))
	answer := func(number int, right bool, on game.Day) Exercise {
		e, err := AnswerExercise(t.Context(), s, ana, 7, number, right, on, time.UnixMilli(int64(number)))
		if err != nil && !errors.Is(err, game.ErrStale) {
			t.Error(err)
		}
		return e
	}
	for number := range 12 {
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { answer(1+number, i%2 == 0, day) })
		}
		all.Wait()
		e := answer(1+number, true, day)
		if counts := e.Tried == day && e.Touched == int64(1+number); counts != (number < MaxPerDay) {
			t.Errorf("after eight answers at once exercise %d is %+v", 1+number, e)
		}
	}
	if s.stored != 1+MaxPerDay {
		t.Errorf("%d versions were stored", s.stored)
	}
	if e := answer(12, true, day+1); e.Right != 1 || e.Due != day+2 || e.Touched != 12 {
		t.Errorf("the next day it is %+v", e)
	}
	for _, number := range []int{0, 13} {
		if _, err := AnswerExercise(t.Context(), s, ana, 7, number, true, day, time.Time{}); !errors.Is(err, game.ErrUnknown) {
			t.Errorf("exercise %d: %v", number, err)
		}
	}
}
