package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

// attempt is a player's move in a puzzle.
type attempt struct {
	number int
	move   rules.Square
	share  bool // the player shares the result instead
}

// attempted is the answer: the stored puzzler, and whether the player has tried a newer puzzle.
type attempted struct {
	kept people.Puzzler
	past bool
}

const rightMove rules.Square = 63

func (a attempt) change(p people.Puzzler) (people.Puzzler, error) {
	if a.share {
		shared, _ := p.Share(a.number)
		return shared, nil
	}
	return p.Try(a.number, a.move, a.move == rightMove)
}

var puzzlerModel = porcupine.Model{
	Init: func() any { return people.Puzzler{} },
	Step: func(state, in, out any) (bool, any) {
		before, got := state.(people.Puzzler), out.(attempted)
		after, err := in.(attempt).change(before)
		if errors.Is(err, people.ErrOldPuzzle) {
			return got.past, before
		}
		return !got.past && after == got.kept, after
	},
}

// TestPuzzlers checks that concurrent presses count once each.
func TestPuzzlers(t *testing.T) { overEach(t, checkPuzzlers) }

func checkPuzzlers(t *testing.T, stores ...people.Store) {
	past := false
	for n := range 5 * rounds() {
		history := pressPuzzles(t, stores, game.Player(fmt.Sprintf("p//ana%d", n)))
		past = past || slices.ContainsFunc(history, func(op porcupine.Operation) bool { return op.Output.(attempted).past })
		wantOrder(t, puzzlerModel, history)
	}
	if !past {
		t.Error("nobody was told of a newer puzzle, which proves little")
	}
}

func pressPuzzles(t *testing.T, stores []people.Store, who game.Player) []porcupine.Operation {
	t.Helper()
	return historyOf(8, 40, func(person, press int) answer {
		a := attempt{number: 1 + press/4 + rand.IntN(2), move: rightMove - rules.Square(rand.IntN(3)), share: rand.IntN(4) == 0}
		kept, err := people.ChangePuzzler(t.Context(), stores[person%len(stores)], who, 0, "p/team/here/", noon, a.change)
		if errors.Is(err, game.ErrStale) {
			return answer{empty: true} // lost to other presses several times, and changed nothing
		}
		if err != nil && !errors.Is(err, people.ErrOldPuzzle) {
			t.Error(err)
		}
		return answer{in: a, out: attempted{kept: kept, past: err != nil}}
	})
}
