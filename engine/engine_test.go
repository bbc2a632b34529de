package engine

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/rules"
)

// wipedOut returns a finished game with empty squares, Black to move.
func wipedOut() rules.Position {
	return rules.Position{Black: rules.SetOf(0, 1, 2)}
}

// TestChooseIsRepeatable calls Choose concurrently, so that the race detector can find shared state.
func TestChooseIsRepeatable(t *testing.T) {
	e := New(2, 2*testMemory)
	for _, empties := range []int{58, 30, 8} {
		p, ok := midway(t, random, 3, empties)
		if !ok {
			t.Fatalf("no position with %d empties", empties)
		}
		for n := 1; n <= Levels; n++ {
			if n == Levels && testing.Short() {
				break // the highest level takes long
			}
			want := level(n)(t, p, 1)
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					if got, err := e.Choose(t.Context(), p, n, 1); got != want || err != nil {
						t.Errorf("level %d with %d empties: %v (%v), before %v", n, empties, got, err, want)
					}
				})
			}
			all.Wait()
		}
	}
}

func TestErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	e := New(1, testMemory)
	for name, test := range map[string]struct {
		ctx  context.Context
		p    rules.Position
		want error
	}{
		"game over":           {t.Context(), wipedOut(), ErrNoMove},
		"nobody on the board": {t.Context(), rules.Position{}, ErrNoMove},
		"cancelled":           {cancelled, rules.Start(), context.Canceled},
		"too late":            {late, rules.Start(), context.DeadlineExceeded},
		"cancelled and over":  {cancelled, wipedOut(), context.Canceled},
	} {
		for n := 1; n <= Levels; n++ {
			if s, err := e.Choose(test.ctx, test.p, n, 0); s != rules.NoSquare || !errors.Is(err, test.want) {
				t.Errorf("%s: level %d gives %v, %v", name, n, s, err)
			}
		}
		squares, reason, margin, err := e.Hint(test.ctx, test.p)
		if squares != nil || reason != "" || margin != 0 || !errors.Is(err, test.want) {
			t.Errorf("%s: hint gives %v, %q, %d, %v", name, squares, reason, margin, err)
		}
	}
}

// TestHintsDelayNoMove keeps the hint search busy while other hints wait for it.
func TestHintsDelayNoMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := New(1, testMemory)
		held := make(chan struct{})
		var asking sync.WaitGroup
		for range 5 {
			asking.Go(func() {
				if _, _, _, err := e.Hint(&blockingContext{Context: t.Context(), held: held}, rules.Start()); !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		if _, err := e.Choose(t.Context(), rules.Start(), 3, 1); err != nil {
			t.Error(err)
		}
		close(held)
		asking.Wait()
	})
}

// blockingContext is a context whose second call of Err blocks until held is closed. From
// then on it is cancelled.
type blockingContext struct {
	context.Context
	asked bool
	held  chan struct{}
}

func (c *blockingContext) Err() error {
	if !c.asked {
		c.asked = true
		return nil
	}
	<-c.held
	return context.Canceled
}

// TestInterruptedWhileThinking interrupts searches. A cancelled search returns no move. If a deadline
// passes, the best move so far counts.
func TestInterruptedWhileThinking(t *testing.T) {
	e := New(1, testMemory)
	for _, empties := range []int{40, 18} {
		p, _ := midway(t, random, 2, empties)
		for left, cause := range []error{1: context.Canceled, context.Canceled, context.Canceled, context.Canceled, 6: context.DeadlineExceeded} {
			if cause == nil {
				continue
			}
			interrupted := func() context.Context { return &countdown{t.Context(), left, cause} }
			square, err := e.Choose(interrupted(), p, Levels, 1)
			squares, _, _, hintErr := e.Hint(interrupted(), p)
			if cause == context.Canceled {
				if square != rules.NoSquare || squares != nil || !errors.Is(err, cause) || !errors.Is(hintErr, cause) {
					t.Errorf("%d empties: Choose gives %v, %v, Hint %v, %v", empties, square, err, squares, hintErr)
				}
			} else if err != nil || hintErr != nil || !p.Legal().Has(square) || !p.Legal().Has(squares[0]) {
				t.Errorf("%d empties: Choose gives %v, %v, Hint %v, %v", empties, square, err, squares, hintErr)
			}
		}
	}
}

func borrow(t *testing.T, p *pool) *Searcher {
	t.Helper()
	s, err := p.borrow(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPoolDropsIdleSearchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2, testMemory)
		first := borrow(t, p)
		p.giveBack(first)
		time.Sleep(keepIdle - time.Second)
		if again := borrow(t, p); again != first {
			t.Error("a searcher was let go too early")
		}
		time.Sleep(2 * keepIdle) // while a searcher is lent
		p.giveBack(first)
		time.Sleep(keepIdle / 2)
		p.giveBack(borrow(t, p)) // restarts the time
		time.Sleep(keepIdle - time.Second)
		synctest.Wait()
		if n := freeIn(p); n != 1 {
			t.Errorf("%d free just before", n)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := freeIn(p); n != 0 {
			t.Errorf("%d still there after %v", n, keepIdle)
		}
	})
}

func TestPoolIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(2, testMemory)
		one, two := borrow(t, p), borrow(t, p)
		if one == two {
			t.Fatal("one searcher was lent twice")
		}
		one.Think(t.Context(), rules.Start(), Limits{Depth: 1})
		if size := one.endTable.bytes() + one.midTable.bytes(); size > testMemory {
			t.Errorf("the tables of one take %d bytes", size)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := p.borrow(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a third one: %v", err)
		}
		go func() {
			time.Sleep(time.Second)
			p.giveBack(two)
		}()
		if got := borrow(t, p); got != two {
			t.Error("what came back was not lent again")
		}
		p.giveBack(one)
		p.giveBack(two)
		time.Sleep(2 * keepIdle)
	})
}

func freeIn(p *pool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.free)
}
