package people

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
)

// An exercise comes again after 1, 3, 7, 21 and 60 days if the answer was right, and on the next
// day if it was wrong. Changes of the clock do not matter.
func TestExerciseComesAgain(t *testing.T) {
	for _, c := range []struct {
		zone    string
		first   string // local time of the first try
		answers string // r for right or w for wrong, one try on each day when the exercise is due
		want    string
	}{
		{"UTC", "2026-01-01 12:00", "rrrrrr", "01-02 01-05 01-12 02-02 04-03 learned"},
		{"Europe/Berlin", "2026-03-28 23:59", "rrr", "03-29 04-01 04-08"},           // the 29th has 23 hours
		{"America/New_York", "2026-10-31 00:30", "rwrr", "11-01 11-02 11-03 11-06"}, // the first of November has 25 hours
		{"Pacific/Auckland", "2026-04-04 00:00", "wwr", "04-05 04-06 04-07"},
		{"America/Santiago", "2026-09-05 18:00", "rr", "09-06 09-09"}, // 6 September has no midnight

		{"Pacific/Apia", "2011-12-28 09:00", "rr", "12-29 01-01"}, // there was no 30 December
		{"Asia/Kathmandu", "2028-02-28 23:30", "rr", "02-29 03-03"},
		{"UTC", "2026-01-01 00:00", "rrrrwrr", "01-02 01-05 01-12 02-02 02-03 02-04 02-07"},
	} {
		zone, err := time.LoadLocation(c.zone)
		noError(t, err)
		now, err := time.ParseInLocation("2006-01-02 15:04", c.first, zone)
		noError(t, err)
		e, got := NewExercise(Exercise{Number: 1}, now), ""
		for _, answer := range c.answers {
			for now.Before(now.AddDate(1, 0, 0)) && !e.DueOn(game.DayOf(now)) {
				now = now.Add(time.Hour)
			}
			e = e.Answer(answer == 'r', game.DayOf(now))
			if e.Learned() {
				got += " learned"
				continue
			}
			_, month, day := e.Due.Date()
			got += fmt.Sprintf(" %02d-%02d", month, day)
		}
		if got != " "+c.want {
			t.Errorf("%s, %s: %s comes again on%s, want %s", c.zone, c.first, c.answers, got, c.want)
		}
	}
}

// A try counts at most once a day, and never before the exercise is due.
func TestExerciseCountsOnce(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		day, e := game.Day(20000), NewExercise(Exercise{Number: 1}, time.Time{})
		for range 40 {
			day += game.Day(dice.IntN(5))
			due := e.DueOn(day)
			after := e.Answer(dice.IntN(3) > 0, day)
			if (after != e) != due || due && after.Tried != day || after.Answer(true, day) != after || after.Answer(false, day) != after {
				t.Fatalf("on %d %+v becomes %+v", day, e, after)
			}
			e = after
		}
	}
	if whole := NewExercise(Exercise{}, time.Time{}); whole.DueOn(1<<20) || whole.Learned() {
		t.Error("a whole game is to be practised")
	}
}

// At most ten exercises are due a day: first exercises tried before, longest overdue first, then new exercises.
func TestDueExercises(t *testing.T) {
	const day game.Day = 20000
	var all []Exercise
	for n := range 30 {
		e := NewExercise(Exercise{Game: game.ID(n / 3), Number: 1 + n%3}, time.UnixMilli(int64(n/3)))
		switch {
		case n%5 == 0:
			e.Tried, e.Due = day-9, day-game.Day(n/5)
		case n%5 == 1:
			e.Tried, e.Due = day-1, day+1
		}
		all = append(all, e)
	}
	due, tried := DueExercises(all, day)
	var got string
	for _, e := range due {
		got += fmt.Sprint(" ", int(e.Game)*3+e.Number-1)
	}
	if want := " 25 20 15 10 5 0 27 28 29 24"; got != want || tried != 0 {
		t.Errorf("due are%s, want%s; %d were tried", got, want, tried)
	}
	for n := range MaxPerDay {
		due, tried = DueExercises(all, day)
		if len(due) != MaxPerDay-n || tried != n {
			t.Fatalf("after %d tries %d are due, %d were tried", n, len(due), tried)
		}
		for i := range all {
			if all[i] == due[0] {
				all[i] = all[i].Answer(n%2 == 0, day)
			}
		}
	}
	if due, tried := DueExercises(all, day-1); len(due) != 0 || tried != MaxPerDay+6 {
		t.Errorf("in a zone where it is yesterday %d are due, %d were tried", len(due), tried)
	}
	if due, _ := DueExercises(all, day+1); len(due) != MaxPerDay {
		t.Errorf("on the next day %d are due", len(due))
	}
}

// If there are too many exercises, the learned exercises are dropped first, and then the oldest of the others.
func TestWithinLimits(t *testing.T) {
	var all []Exercise
	for n := range MaxExercises + 3 {
		e := NewExercise(Exercise{Game: game.ID(n), Number: 1}, time.UnixMilli(int64(n)))
		if n == 100 || n == 90 {
			e.Due = 0
		}
		all = append(all, e)
	}
	for n := range MaxStudiedGames + 1 {
		all = append(all, NewExercise(Exercise{Game: game.ID(n)}, time.UnixMilli(int64(n))))
	}
	got := ""
	stay := withinLimits(slices.Clone(all))
	for _, e := range all {
		if !slices.Contains(stay, e) {
			got += fmt.Sprint(" ", uint64(e.Game), "/", e.Number)
		}
	}
	if want := " 0/1 90/1 100/1 0/0"; got != want || len(stay) != MaxExercises+MaxStudiedGames {
		t.Errorf("%d stay, and there go%s, want%s", len(stay), got, want)
	}
	if stay := withinLimits(all[:MaxExercises]); len(stay) != MaxExercises {
		t.Errorf("%d exercises are left", len(stay))
	}
}

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
