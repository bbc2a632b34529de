package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

type tried struct {
	right bool
	day   game.Day
}

// exerciseModel models one exercise.
var exerciseModel = porcupine.Model{
	Init: func() any { return people.NewExercise(people.Exercise{Number: 1}, noon) },
	Step: func(state, in, out any) (bool, any) {
		try := in.(tried)
		after := state.(people.Exercise).Answer(try.right, try.day)
		got := out.(people.Exercise)
		return after.Right == got.Right && after.Due == got.Due && after.Tried == got.Tried, after
	},
}

// TestExercises checks that concurrent answers to an exercise count once a day.
func TestExercises(t *testing.T) { overEach(t, checkExercises) }

func checkExercises(t *testing.T, stores ...people.Store) {
	table := game.NewTable(stores[0], timing)
	for n := range 5 * rounds() {
		at, who := game.Place(fmt.Sprintf("p/exercises/%d/", n)), game.Player(fmt.Sprintf("p//ana%d", n))
		g := game.NewDuel(game.ID(1_000_000+n), at, who, "p//bo", rules.Black, noon)
		if _, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Now: noon}); err != nil {
			t.Fatal(err)
		}
		fresh := people.NewExercise(people.Exercise{Game: g.ID, Number: 1}, noon)
		noError(t, people.AddExercises(t.Context(), stores[1], who, []people.Exercise{fresh}, noon))
		history := historyOf(8, 40, func(person, press int) answer {
			try := tried{rand.IntN(4) > 0, game.Day(20000 + press/4 + rand.IntN(3))}
			got, err := people.AnswerExercise(t.Context(), stores[person%len(stores)], who, g.ID, 1, try.right, try.day, noon)
			if errors.Is(err, game.ErrStale) {
				return answer{empty: true} // lost to other answers several times, and changed nothing
			}
			if err != nil {
				t.Error(err)
			}
			return answer{in: try, out: got}
		})
		wantOrder(t, exerciseModel, history)
	}
}
