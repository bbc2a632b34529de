package fair_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/internal/fair"
)

// A tenant with many callers at the gate delays no other tenant.
func TestGateIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := fair.NewGate(0, 1)
		var order []string
		leave, err := g.Enter(t.Context(), "p", "t", "first")
		if err != nil {
			t.Fatal(err)
		}
		wait := func(ctx context.Context, tenant, player string) {
			go func() {
				if leave, err := g.Enter(ctx, "p", tenant, player); err == nil {
					order = append(order, player)
					leave()
				}
			}()
			synctest.Wait()
		}
		for _, player := range []string{"big0", "big1", "big2"} {
			wait(t.Context(), "big", player)
		}
		impatient, giveUp := context.WithCancel(t.Context())
		wait(impatient, "gone", "gone")
		wait(t.Context(), "small", "small")
		giveUp()
		synctest.Wait()
		leave()
		synctest.Wait()
		if want := []string{"big0", "small", "big1", "big2"}; !slices.Equal(order, want) {
			t.Errorf("entered in the order %v, want %v", order, want)
		}
		if leave, err = g.Enter(t.Context(), "p", "t", "last"); err != nil {
			t.Error(err)
		}
		leave()
	})
}

// The gate limits the callers inside, and each party's callers inside and waiting.
func TestGateIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := fair.NewGate(3, 2, 1)
		var mu sync.Mutex
		full, inside, most := map[string]int{}, map[string]int{}, 0
		var all sync.WaitGroup
		for _, name := range []string{"a", "a", "a", "a", "a", "b", "c"} {
			all.Go(func() {
				leave, err := g.Enter(t.Context(), name)
				mu.Lock()
				if errors.Is(err, fair.ErrFull) {
					full[name]++
					mu.Unlock()
					return
				}
				if inside[name]++; inside[name] > 1 {
					t.Errorf("%d of %s are inside", inside[name], name)
				}
				most = max(most, inside["a"]+inside["b"]+inside["c"])
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				inside[name]--
				mu.Unlock()
				leave()
			})
		}
		all.Wait()
		if full["a"] != 2 || len(full) != 1 || most != 2 {
			t.Errorf("refused were %v, and %d inside at once", full, most)
		}
	})
}
