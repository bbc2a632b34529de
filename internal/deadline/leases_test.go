package deadline_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/internal/deadline"
	"othellobot/lease"
)

// silentLeases answer never.
type silentLeases struct{}

func (silentLeases) Look(ctx context.Context, _ string) ([]lease.Row, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (silentLeases) Take(ctx context.Context, _, _ string, _ time.Duration) (lease.Row, bool, error) {
	<-ctx.Done()
	return lease.Row{}, false, ctx.Err()
}

func (silentLeases) Renew(ctx context.Context, _ []lease.Row, _ time.Duration) ([]string, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (silentLeases) Free(ctx context.Context, _ lease.Row, _ time.Duration) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

func TestLeasesEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, began := t.Context(), time.Now()
		l := deadline.Leases(silentLeases{})
		_, looked := l.Look(ctx, "a")
		_, _, took := l.Take(ctx, "a", "ana", time.Minute)
		_, renewed := l.Renew(ctx, nil, time.Minute)
		_, freed := l.Free(ctx, lease.Row{}, 0)
		for n, err := range []error{looked, took, renewed, freed} {
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("call %d: %v", n, err)
			}
		}
		if took := time.Since(began); took != 4*deadline.Attempt {
			t.Errorf("four calls end after %v", took)
		}
	})
}
