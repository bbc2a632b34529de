package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

// attempt is a move of somebody's in a puzzle. The right one is h8.
type attempt struct {
	number int
	move   rules.Square
	share  bool // instead: they tell others of it
}

// attempted is the answer to a try: what is kept then, and whether they were told
// that a newer one was tried.
type attempted struct {
	kept game.Puzzler
	past bool
}

const rightMove rules.Square = 63

func (a attempt) change(p game.Puzzler) (game.Puzzler, error) {
	if a.share {
		shared, _ := p.Share(a.number, "p/team/there/")
		return shared, nil
	}
	return p.Try(a.number, a.move, a.move == rightMove, "p/team/here/")
}

// puzzlerModel is a puzzler alone in the world.
var puzzlerModel = porcupine.Model{
	Init: func() any { return game.Puzzler{} },
	Step: func(state, in, out any) (bool, any) {
		before, told := state.(game.Puzzler), out.(attempted)
		after, err := in.(attempt).change(before)
		if errors.Is(err, game.ErrPastPuzzle) {
			return told.past, before
		}
		return !told.past && after == told.kept, after
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v → %+v", in, out) },
}

// Of presses at the same time through several processes, each counts once, one after the
// other.
func TestPuzzlers(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) []game.Store{
		"memory": func(t *testing.T) []game.Store {
			s := store.NewMemory(timing)
			return []game.Store{s, s}
		},
		"SQLite": func(t *testing.T) []game.Store {
			s := open(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"))
			return []game.Store{s, s}
		},
		"PostgreSQL": func(t *testing.T) []game.Store {
			url := storetest.Postgres(t)
			return []game.Store{open(t, url), open(t, url)}
		},
	} {
		t.Run(name, func(t *testing.T) { checkPuzzlers(t, open(t)) })
	}
}

func checkPuzzlers(t *testing.T, stores []game.Store) {
	t.Helper()
	const people, presses = 8, 40
	past := 0
	for n := range 5 * rounds() {
		history := pressPuzzles(t, stores, game.Player(fmt.Sprintf("p//ana%d", n)), people, presses)
		for _, op := range history {
			if op.Output.(attempted).past {
				past++
			}
		}
		if !porcupine.CheckOperations(puzzlerModel, history) {
			t.Fatalf("%d presses have no order: %+v", len(history), history)
		}
	}
	if past == 0 {
		t.Error("nobody was told of a newer puzzle, which proves little")
	}
}

func pressPuzzles(t *testing.T, stores []game.Store, who game.Player, people, presses int) []porcupine.Operation {
	t.Helper()
	var mu sync.Mutex
	var history []porcupine.Operation
	var all sync.WaitGroup
	began := time.Now()
	for person := range people {
		all.Go(func() {
			table := game.NewTable(stores[person%len(stores)], timing)
			random := rand.New(rand.NewPCG(uint64(began.UnixNano()), uint64(person)))
			for press := range presses {
				a := attempt{number: 1 + press/4 + random.IntN(2), move: rightMove - rules.Square(random.IntN(3)), share: random.IntN(4) == 0}
				op := porcupine.Operation{ClientId: person, Input: a, Call: int64(time.Since(began))}
				_, kept, err := table.ChangePuzzler(t.Context(), who, 0, noon, a.change)
				op.Return = int64(time.Since(began))
				if errors.Is(err, game.ErrStale) {
					continue // others were faster time and again, and nothing has changed
				}
				if err != nil && !errors.Is(err, game.ErrPastPuzzle) {
					t.Error(err)
				}
				kept.Player, kept.Version, kept.Touched = "", 0, 0
				op.Output = attempted{kept: kept, past: err != nil}
				mu.Lock()
				history = append(history, op)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return history
}
