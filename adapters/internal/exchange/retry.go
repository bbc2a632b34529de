package exchange

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Retry says how often and after which pauses an attempt that failed is made again.
type Retry struct {
	First, Longest time.Duration // bound the pauses, see [NewBackoff]
	Tries          uint          // of all attempts; 0 means unlimited
	Random         Random

	// Passes reports whether an error may pass, and the pause that the platform asks for;
	// 0 if it asks for none. Nil means that every error may pass.
	Passes func(err error) (wait time.Duration, passes bool)

	// Waits is called before each pause; nil if unset.
	Waits func(err error, wait time.Duration)
}

// Do makes attempts until one succeeds, fails for a reason that does not pass, or there is
// no time for another before ctx ends. It returns the error of the last attempt.
func (r Retry) Do(ctx context.Context, attempt func() error) error {
	var err error
	limit := time.Duration(0) // unlimited
	if end, ok := ctx.Deadline(); ok {
		limit = max(time.Until(end)-1, 1)
	}
	_, _ = backoff.Retry(ctx, func() (struct{}, error) {
		if err = attempt(); err == nil || r.Passes == nil {
			return struct{}{}, err
		}
		switch wait, passes := r.Passes(err); {
		case !passes:
			return struct{}{}, backoff.Permanent(err)
		case wait > 0:
			return struct{}{}, &backoff.RetryAfterError{Duration: wait}
		default:
			return struct{}{}, err
		}
	}, backoff.WithBackOff(NewBackoff(r.First, r.Longest, r.Random)), backoff.WithMaxTries(r.Tries), backoff.WithMaxElapsedTime(limit),
		backoff.WithNotify(func(_ error, wait time.Duration) {
			if r.Waits != nil {
				r.Waits(err, wait)
			}
		}))
	return err
}

// Backoff gives the pauses between attempts. It implements [backoff.BackOff].
type Backoff struct {
	backoff.ExponentialBackOff
	random Random
}

// NewBackoff returns pauses that double from first to longest. Each is by up to a half
// shorter, so that processes which failed together do not try again together.
func NewBackoff(first, longest time.Duration, random Random) *Backoff {
	return &Backoff{backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2}, random}
}

// NextBackOff returns the next pause.
func (b *Backoff) NextBackOff() time.Duration {
	d := b.ExponentialBackOff.NextBackOff()
	return d/2 + b.random.Below(d/2)
}
