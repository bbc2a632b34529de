package train

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestInOrder lets workers take different times: results come in order.
func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		synctest.Test(t, func(t *testing.T) {
			made := 0
			newWorker := func() func(context.Context, uint64) (uint64, error) {
				made++
				return func(_ context.Context, n uint64) (uint64, error) {
					time.Sleep(time.Duration(rand.New(rand.NewPCG(n, 0)).IntN(1000)) * time.Millisecond)
					return n, nil
				}
			}
			var got []uint64
			err := InOrder(t.Context(), workers, 5, 45, newWorker, func(n uint64) error {
				got = append(got, n)
				return nil
			})
			if err != nil || len(got) != 40 || got[0] != 5 || !slices.IsSorted(got) || made != workers {
				t.Errorf("%d workers: %v, %v", made, got, err)
			}
		})
	}
}

// TestInOrderEnds ends the work by an error of a worker, by an error of take, and by the
// context.
func TestInOrderEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, test := range []struct{ worker, taker, context uint64 }{{worker: 3}, {taker: 3}, {context: 3}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			newWorker := func() func(context.Context, uint64) (uint64, error) {
				return func(ctx context.Context, n uint64) (uint64, error) {
					time.Sleep(time.Second)
					if n == test.worker {
						return 0, broken
					}
					return n, nil
				}
			}
			taken, want := 0, broken
			if test.context > 0 {
				want = context.Canceled
			}
			err := InOrder(ctx, 2, 1, 1000, newWorker, func(n uint64) error {
				taken++
				if n == test.context {
					cancel()
				}
				if n == test.taker {
					return broken
				}
				return nil
			})
			if !errors.Is(err, want) || taken < 2 || taken > 3 {
				t.Errorf("%+v: %v after %d", test, err, taken)
			}
		})
	}
}
