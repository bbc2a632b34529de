package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/review"
	"othellobot/rules"
)

// asking is a judge that works for a while, and asks then whether to stop.
type asking struct {
	review.Judge
	works time.Duration
}

func (a asking) Search(ctx context.Context, _ rules.Position, _ int, _ uint64) (rules.Square, float64, int) {
	time.Sleep(a.works)
	_ = ctx.Err()
	return 0, 0, 0
}

func (a asking) Solve(ctx context.Context, _ rules.Position, _ uint64) (rules.Square, int, bool) {
	time.Sleep(a.works)
	return 0, 0, errors.Is(ctx.Err(), context.Canceled)
}

func TestRestful(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for works, want := range map[time.Duration]time.Duration{
			workTime / 2: workTime / 2,
			workTime:     2 * workTime,
			time.Second:  time.Second + restTime,
		} {
			began, judge := time.Now(), newRestful(asking{works: works})
			judge.Search(t.Context(), rules.Start(), 0, 0)
			if took := time.Since(began); took != want {
				t.Errorf("work of %v takes %v, want %v", works, took, want)
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		began, judge := time.Now(), newRestful(asking{works: workTime / 2})
		for range 6 {
			if _, _, stopped := judge.Solve(ctx, rules.Start(), 0); !stopped {
				t.Error("the judge does not hear that nobody waits any more")
			}
		}
		if took := time.Since(began); took != 6*workTime {
			t.Errorf("work of %v in six parts takes %v", 3*workTime, took)
		}
	})
}
