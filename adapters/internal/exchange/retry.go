package exchange

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Retry describes how often, and after which pauses, a failed attempt is repeated.
type Retry struct {
	First, Longest time.Duration // limits of the pauses, see [NewBackoff]
	Tries          uint          // number of attempts; 0 means unlimited
	Random         Random
	BeforePause    func(err error, wait time.Duration) // may be nil

	// Temporary reports whether to retry after an error. The wait is the platform's, or 0 if it
	// asked for none. If Temporary is nil, every error is retried.
	Temporary func(err error) (wait time.Duration, passes bool)
}

// Do repeats attempt until it succeeds, fails permanently, or has no tries or time left. It returns attempt's last error.
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

// NewBackoff returns pauses that double from first to longest, each shortened by up to a half at
// random, so that processes do not retry together.
func NewBackoff(first, longest time.Duration, random Random) *Backoff {
	return &Backoff{backoff.ExponentialBackOff{InitialInterval: first, MaxInterval: longest, Multiplier: 2}, random}
}

// NextBackOff implements [backoff.BackOff].
func (b *Backoff) NextBackOff() time.Duration {
	d := b.ExponentialBackOff.NextBackOff()
	return d/2 + b.random.Below(d/2)
}

// Random returns a duration in [0, most), where most is positive. It may be called concurrently. A
// nil Random uses math/rand/v2.
type Random func(most time.Duration) time.Duration

// Below returns a duration in [0, most).
func (r Random) Below(most time.Duration) time.Duration {
	if r == nil {
		return rand.N(most)
	}
	return r(most)
}

// longestWait limits the wait that a platform can ask for. Longer waits are shortened to it.
const longestWait = 24 * time.Hour

// RetryAfter reads the header Retry-After. It returns false if the header is missing or invalid.
// See https://www.rfc-editor.org/rfc/rfc9110#field.retry-after.
func RetryAfter(h http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		return ParseSeconds(seconds)
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	now, err := http.ParseTime(h.Get("Date")) // by the platform's clock
	if err != nil {
		now = time.Now()
	}
	return ParseSeconds(max(until.Sub(now), 0).Seconds())
}

// ParseSeconds converts seconds to a duration of a day at most. It returns false if seconds is negative or NaN.
func ParseSeconds(seconds float64) (time.Duration, bool) {
	if !(seconds >= 0) {
		return 0, false
	}
	return time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second)), true
}
