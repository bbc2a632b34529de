package app

import (
	"context"
	"errors"
	"testing"
	"time"
)

// The store is not asked more often than it should be, however often somebody
// asks whether the bot is ready.
func TestReadiness(t *testing.T) {
	now, asked, failure := time.Unix(0, 0), 0, error(nil)
	r := &readiness{now: func() time.Time { return now }, check: func(ctx context.Context) error {
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > storeAnswersWithin {
			t.Error("the store may take as long as it likes")
		}
		asked++
		return failure
	}}
	for _, step := range []struct {
		later   time.Duration
		failure error
		ready   bool
		asked   int
	}{
		{0, nil, true, 1},
		{time.Millisecond, errors.New("disk full"), true, 1},
		{askStoreEvery, errors.New("disk full"), false, 2},
		{time.Millisecond, nil, false, 2},
		{askStoreEvery, nil, true, 3},
	} {
		now, failure = now.Add(step.later), step.failure
		if ready := r.ready(t.Context()); ready != step.ready || asked != step.asked {
			t.Errorf("after %v: ready %v, asked %d times; want %v, %d", step.later, ready, asked, step.ready, step.asked)
		}
	}
}
