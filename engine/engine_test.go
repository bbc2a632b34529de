package engine

import (
	"context"
	"errors"
	"sync"
	"testing"

	"othellobot/rules"
)

// wipedOut is a finished game with empty squares, Black to move.
func wipedOut() rules.Position {
	return rules.Position{Black: rules.SetOf(0, 1, 2)}
}

func TestChooseIsLegal(t *testing.T) {
	for seed := range uint64(2) {
		for _, p := range game(t, random, random, seed) {
			if p.Over() {
				continue
			}
			for n := 1; n <= Levels; n++ {
				s, err := Engine{}.Choose(t.Context(), p, n, seed)
				if err != nil || !p.Legal().Has(s) {
					t.Fatalf("level %d plays %v (%v), legal: %v", n, s, err, p.Legal())
				}
			}
		}
	}
}

func TestLevelIsBroughtIntoRange(t *testing.T) {
	for seed := range uint64(4) {
		p, _ := midway(t, random, seed, 40)
		for given, want := range map[int]int{-5: 1, 0: 1, Levels + 1: Levels, 99: Levels} {
			if level(given)(t, p, seed) != level(want)(t, p, seed) {
				t.Errorf("level %d does not play as level %d", given, want)
			}
		}
	}
}

// TestChooseIsRepeatable asks many at once, so that with the race detector it
// also shows that nothing is shared.
func TestChooseIsRepeatable(t *testing.T) {
	for _, empties := range []int{58, 30, exactEmpties} {
		p, ok := midway(t, random, 3, empties)
		if !ok {
			t.Fatalf("no position with %d empties", empties)
		}
		for n := 1; n <= Levels; n++ {
			want := level(n)(t, p, 1)
			var all sync.WaitGroup
			for range 4 {
				all.Go(func() {
					if got, err := (Engine{}).Choose(t.Context(), p, n, 1); got != want || err != nil {
						t.Errorf("level %d with %d empties: %v (%v), before %v", n, empties, got, err, want)
					}
				})
			}
			all.Wait()
		}
	}
}

func TestSeedVariesPlay(t *testing.T) {
	for n := 1; n <= Levels; n++ {
		first := map[rules.Square]bool{}
		for seed := range uint64(20) {
			first[level(n)(t, rules.Start(), seed)] = true
		}
		if len(first) != 4 {
			t.Errorf("level %d opens with %d of the 4 moves only", n, len(first))
		}
	}
}

func TestErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name string
		ctx  context.Context
		p    rules.Position
		want error
	}{
		{"game over", t.Context(), wipedOut(), ErrNoMove},
		{"nobody on the board", t.Context(), rules.Position{}, ErrNoMove},
		{"cancelled", cancelled, rules.Start(), context.Canceled},
		{"cancelled and over", cancelled, wipedOut(), context.Canceled},
	}
	for _, test := range tests {
		for n := 1; n <= Levels; n++ {
			if s, err := (Engine{}).Choose(test.ctx, test.p, n, 0); s != rules.NoSquare || !errors.Is(err, test.want) {
				t.Errorf("%s: level %d gives %v, %v", test.name, n, s, err)
			}
		}
		s, reason, margin, err := Engine{}.Hint(test.ctx, test.p)
		if s != rules.NoSquare || reason != "" || margin != 0 || !errors.Is(err, test.want) {
			t.Errorf("%s: hint gives %v, %q, %d, %v", test.name, s, reason, margin, err)
		}
	}
}

// countdown is a context that is cancelled by being asked often enough.
type countdown struct {
	context.Context
	left, late int // questions until it is cancelled, and those after that
}

func (c *countdown) Err() error {
	if c.left > 0 {
		c.left--
		return nil
	}
	c.late++
	return context.Canceled
}

func TestCancelledWhileThinking(t *testing.T) {
	for _, empties := range []int{30, exactEmpties} {
		p, _ := midway(t, random, 2, empties)
		for left := range 4 {
			ctx := &countdown{Context: t.Context(), left: left + 1}
			s := &search{ctx: ctx, budget: exactNodes}
			b := boardOf(p)
			s.bestFirst(appendChildren(nil, b, b.moves()), exactEmpties)
			// A few positions more are counted on the way out, but none is searched.
			if most := (left+2)*pollNodes + 500; s.err == nil || s.nodes > most {
				t.Errorf("%d empties: looked at %d positions, at most %d should be: %v", empties, s.nodes, most, s.err)
			}

			ctx = &countdown{Context: t.Context(), left: left + 1}
			square, err := Engine{}.Choose(ctx, p, Levels, 0)
			if square != rules.NoSquare || !errors.Is(err, context.Canceled) {
				t.Errorf("%d empties: Choose gives %v, %v", empties, square, err)
			}
			ctx = &countdown{Context: t.Context(), left: left + 1}
			if square, _, _, err := (Engine{}).Hint(ctx, p); square != rules.NoSquare || !errors.Is(err, context.Canceled) {
				t.Errorf("%d empties: Hint gives %v, %v", empties, square, err)
			}
		}
	}
}
