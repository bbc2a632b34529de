package runner

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
)

// A tenant with many people before the gate holds up nobody else.
func TestGateIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g gate
		var order []string
		if err := g.enter(t.Context(), "p", "t", "first"); err != nil {
			t.Fatal(err)
		}
		wait := func(ctx context.Context, tenant, player string) {
			go func() {
				if err := g.enter(ctx, "p", tenant, player); err == nil {
					order = append(order, player)
					g.leave()
				}
			}()
			synctest.Wait()
		}
		for n := range 3 {
			wait(t.Context(), "big", fmt.Sprint("big", n))
		}
		impatient, leave := context.WithCancel(t.Context())
		wait(impatient, "gone", "gone")
		wait(t.Context(), "small", "small")
		leave()
		synctest.Wait()
		g.leave()
		synctest.Wait()
		if want := []string{"big0", "small", "big1", "big2"}; !slices.Equal(order, want) {
			t.Errorf("entered in the order %v, want %v", order, want)
		}
		if err := g.enter(t.Context(), "p", "t", "last"); err != nil {
			t.Error(err)
		}
	})
}
