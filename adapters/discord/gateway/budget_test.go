package gateway

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestDay sees that the identifies of the last 24 hours are counted here, too, in
// case Discord's count is not to be believed.
func TestDay(t *testing.T) {
	for _, test := range []struct{ concurrency, most int }{{1, 950}, {16, 1950}} {
		synctest.Test(t, func(t *testing.T) {
			b := newBudget(func(context.Context) (Info, error) {
				return Info{URL: "ws://gateway.example", MaxConcurrency: test.concurrency, Remaining: 1 << 30}, nil
			}, slog.New(slog.DiscardHandler))
			var made []time.Time
			for range 3 * test.most {
				if _, err := b.allow(t.Context()); err != nil {
					t.Fatal(err)
				}
				now := time.Now()
				b.spend(now)
				made = append(made, now)
				time.Sleep(10 * time.Second)
			}
			for i := test.most; i < len(made); i++ {
				if apart := made[i].Sub(made[i-test.most]); apart < 24*time.Hour {
					t.Fatalf("%d identifies within %v", test.most+1, apart)
				}
			}
			if took := made[test.most].Sub(made[0]); took > 24*time.Hour+10*time.Second {
				t.Errorf("more than %d only after %v", test.most, took)
			}
		})
	}
}

// TestReset has a Discord that allows nothing and does not say until when.
func TestReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		var said strings.Builder
		b := newBudget(func(context.Context) (Info, error) {
			asked++
			return Info{URL: "ws://gateway.example"}, nil
		}, slog.New(slog.NewTextHandler(&said, nil)))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := b.allow(ctx); err == nil {
			t.Error("allowed an identify when none was left")
		}
		if asked < 2 || asked > 13 {
			t.Errorf("asked %d times in an hour, want every five minutes", asked)
		}
		if n := strings.Count(said.String(), "\n"); n != 1 {
			t.Errorf("told %d times, want once:\n%s", n, said.String())
		}
	})
}
