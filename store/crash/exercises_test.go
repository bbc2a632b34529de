package crash

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// exerciseEnv has the URL of the store of a program that is to answer exercises, instead of
// running tests.
const exerciseEnv = "OTHELLO_CRASH_EXERCISES"

const exercisePeople = 40 // with as many exercises each as count on a day, and two more

// answered is an answer in an exercise, with what it was told to be then.
type answered struct {
	Who    int
	Number int
	After  game.Exercise
}

func exerciser(n int) game.Player { return game.Player(fmt.Sprintf("%s//exerciser%d", platform, n)) }

// The program is killed while people answer exercises, by one process and by two.
func TestExercisesKilledOverSQLite(t *testing.T) {
	t.Parallel()
	exerciseAndKill(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"), 1, cycles(3))
}

func TestExercisesKilledOverPostgres(t *testing.T) {
	t.Parallel()
	exerciseAndKill(t, storetest.Postgres(t), 2, cycles(3))
}

// exerciseAndKill kills so many times. Then each version of an exercise that somebody was told
// came of the one before by one answer, whoever was told, and the last is stored or was
// followed by another one.
func exerciseAndKill(t *testing.T, url string, programs, times int) {
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	table := game.NewTable(s, timing)
	for n := range exercisePeople {
		at := game.Place(fmt.Sprintf("%s//exercises%d/", platform, n))
		g := game.NewDuel(game.ID(1+n), at, exerciser(n), game.Engine, rules.Black, time.Now())
		if _, err := table.Do(t.Context(), game.Room{Place: at}, game.Proposal{New: &g, Now: time.Now()}); err != nil {
			t.Fatal(err)
		}
		var fresh []game.Exercise
		for number := range game.MostADay + 3 {
			fresh = append(fresh, game.NewExercise(game.Exercise{Player: exerciser(n), Game: g.ID, Number: number, Place: at}, time.Now()))
		}
		if err := game.AddExercises(t.Context(), s, fresh); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	all := killTogether(t, programs, times, func() *program[answered] {
		return start(t, exerciseEnv+"="+url, "", func(told []answered) bool { return len(told) >= 100 })
	})
	if s, err = store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	changes := checkAnswers(t, s, all)
	t.Logf("%d kills of %d programs: %d answers, %d have counted", times, programs, len(all), changes)
	if changes < 20*times {
		t.Errorf("only %d answers have counted, which proves little", changes)
	}
}

// checkAnswers compares what people were told with each other and with what is stored, and
// counts the versions that they were told.
func checkAnswers(t *testing.T, s game.Store, all []answered) (changes int) {
	t.Helper()
	type version struct {
		who     int
		number  int
		version uint32
	}
	told := make(map[version]game.Exercise)
	for _, one := range all {
		key := version{one.Who, one.Number, one.After.Version}
		if before, known := told[key]; known && before != one.After {
			t.Errorf("%+v was told as %+v and %+v", key, before, one.After)
		}
		told[key] = one.After
	}
	for key, after := range told {
		if before, known := told[version{key.who, key.number, key.version - 1}]; known {
			found, missed := before.Answer(true, after.Tried), before.Answer(false, after.Tried)
			if same := func(e game.Exercise) bool { return e.Right == after.Right && e.Due == after.Due }; !same(found) && !same(missed) {
				t.Errorf("%+v became %+v", before, after)
			}
		}
		changes++
	}
	for n := range exercisePeople {
		kept, err := s.Exercises(t.Context(), exerciser(n))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range kept {
			if one, known := told[version{n, e.Number, e.Version}]; known && one != e {
				t.Errorf("%+v was told, and %+v is stored", one, e)
			}
			if one, known := told[version{n, e.Number, e.Version + 1}]; known {
				t.Errorf("%+v was told, and only %+v is stored", one, e)
			}
		}
	}
	return changes
}

// exercisesUntilKilled answers exercises, right and wrong, and writes down what comes of it.
// A day is over in a fifth of a second.
func exercisesUntilKilled(url string, out io.Writer) int {
	s, err := store.Open(context.Background(), url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	says := &journal{to: out}
	var answering sync.WaitGroup
	for range 6 {
		answering.Go(func() {
			for {
				one := answered{Who: rand.IntN(exercisePeople), Number: 1 + rand.IntN(game.MostADay+2)}
				now := time.Now()
				day := game.Day(now.UnixMilli() / 200)
				after, err := game.AnswerExercise(
					context.Background(), s, exerciser(one.Who), game.ID(1+one.Who), one.Number, rand.IntN(4) > 0, day, now,
				)
				if one.After = after; err == nil && after.Version > 1 {
					says.write(one)
				}
			}
		})
	}
	answering.Wait()
	return 0
}
