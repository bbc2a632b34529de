package exchange

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Retry describes how often, and after which pauses, a failed attempt is repeated.
type Retry struct {
	First, Longest time.Duration // limits of the pauses, see [NewBackoff]
	Tries          uint          // number of attempts; 0 means unlimited
	Random         Random

	// Temporary reports whether an error is temporary. It also returns the wait that the platform asks
	// for, or 0. If Temporary is nil, every error is temporary.
	Temporary func(err error) (wait time.Duration, passes bool)

	// BeforePause is called before each pause. It may be nil.
	BeforePause func(err error, wait time.Duration)
}

// Do repeats attempt until it succeeds, fails permanently, or ctx leaves no time for another try.
// It returns the error of the last attempt.
func (r Retry) Do(ctx context.Context, attempt func() error) error {
	var err error
	limit := time.Duration(0) // unlimited
	if end, ok := ctx.Deadline(); ok {
		limit = max(time.Until(end)-1, 1)
	}
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		if err = attempt(); err == nil || r.Temporary == nil {
			return struct{}{}, err
		}
		switch wait, passes := r.Temporary(err); {
		case !passes:
			return struct{}{}, backoff.Permanent(err)
		case wait > 0:
			return struct{}{}, &backoff.RetryAfterError{Duration: wait}
		default:
			return struct{}{}, err
		}
	}, backoff.WithBackOff(NewBackoff(r.First, r.Longest, r.Random)), backoff.WithMaxTries(r.Tries), backoff.WithMaxElapsedTime(limit),
		backoff.WithNotify(func(_ error, wait time.Duration) {
			if r.BeforePause != nil {
				r.BeforePause(err, wait)
			}
		}))
	return err
}

// Backoff computes growing pauses. It implements [backoff.BackOff].
type Backoff struct {
	backoff.ExponentialBackOff
	random Random
}

// NewBackoff returns pauses that double from first to longest. Each is shortened by up to a half at
// random, so that processes that failed together do not retry together.
func NewBackoff(first, longest time.Duration, random Random) *Backoff {
	return &Backoff{backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2}, random}
}

// NextBackOff implements [backoff.BackOff].
func (b *Backoff) NextBackOff() time.Duration {
	d := b.ExponentialBackOff.NextBackOff()
	return d/2 + b.random.Below(d/2)
}
