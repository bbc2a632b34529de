package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestResting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for works, want := range map[time.Duration]time.Duration{
			minWork / 2: minWork / 2,
			minWork:     2 * minWork,
			time.Second: time.Second + maxRest,
		} {
			began, yield := time.Now(), resting(context.Context.Err)
			time.Sleep(works)
			if err := yield(t.Context()); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took != want {
				t.Errorf("work of %v takes %v, want %v", works, took, want)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		began, yield := time.Now(), resting(context.Context.Err)
		for range 6 {
			time.Sleep(minWork / 2)
			if err := yield(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("after the caller gave up, yield returns %v", err)
			}
		}
		if took := time.Since(began); took != 6*minWork {
			t.Errorf("work of %v in six parts takes %v", 3*minWork, took)
		}
	})
}
