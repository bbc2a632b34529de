package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

const (
	maxAttempts  = 3                      // attempts of a call that fails temporarily
	firstBackoff = 300 * time.Millisecond // longest pause after the first failure
	minWait      = 100 * time.Millisecond // shortest wait after a 429
	defaultWait  = time.Second            // wait after the error code of a rate limit
	maxWait      = 5 * time.Second        // longest limit that a call waits for, and longest backoff
)

// pace is the time between calls with a limited key. Slack documents this rate for new messages.
const pace = time.Second

// rateLimits delays rate-limited calls, https://docs.slack.dev/apis/web-api/rate-limits. Calls with the same key
// share a limit.
type rateLimits struct {
	observer exchange.Observer
	random   exchange.Random
	limits   recent.Map[string, limit]
}

type limit struct {
	until time.Time // no call is made before this time
	pace  *rate.Limiter
}

// retryPolicy says after which failures a call is repeated.
type retryPolicy bool

const (
	ifUnsent   retryPolicy = false // only if the call surely did not arrive
	evenIfSent retryPolicy = true  // also after other temporary failures, because repetitions are harmless
)

// do makes a call when the limit of its key allows. It repeats the call after a short rate limit and, with
// backoff, after the failures that again describes.
func (q *rateLimits) do(ctx context.Context, key string, again retryPolicy, call func(context.Context) error) error {
	retry := exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: q.random, Temporary: func(err error) (time.Duration, bool) {
		passes := again == evenIfSent && isTemporary(err) || exchange.SurelyUnsent(err)
		return 0, passes && !errors.Is(err, exchange.ErrBroken) && !errors.Is(err, errLimited)
	}}
	var all error
	_ = retry.Do(ctx, func() error {
		err := q.attempt(ctx, key, call)
		all = decisiveError(all, err)
		return err
	})
	return all
}

func (q *rateLimits) attempt(ctx context.Context, key string, call func(context.Context) error) error {
	for {
		if err := q.enter(ctx, key); err != nil {
			return err
		}
		err := call(ctx)
		wait := limitOf(err)
		if wait == 0 {
			return err
		}
		q.block(key, wait)
	}
}

// limitOf returns the wait that Slack asks for, or 0 if err is not a rate limit,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
func limitOf(err error) time.Duration {
	limited := (*slackapi.RateLimitedError)(nil)
	switch {
	case errors.As(err, &limited):
		return max(limited.RetryAfter, minWait)
	case hasCode(err, "ratelimited", "rate_limited"):
		return defaultWait
	default:
		return 0
	}
}

// enter waits until a call with a key may be made. If a limit lasts longer than maxWait, or the wait
// would exceed the deadline of ctx, it returns errLimited at once.
func (q *rateLimits) enter(ctx context.Context, key string) error {
	began := time.Now()
	end, ends := ctx.Deadline()
	for waited := false; ; waited = true {
		now, held := time.Now(), false
		var turn *rate.Reservation
		q.limits.Change(key, func(l limit, known bool) (limit, bool) {
			free := !known || l.pace.TokensAt(now) >= 1
			if !now.Before(l.until) && (waited || free) {
				return l, !free
			}
			earliest := later(now, l.until)
			turn = l.pace.ReserveN(earliest, 1)
			if held = l.until.Sub(now) > maxWait || ends && turn.DelayFrom(now) >= end.Sub(now); held {
				turn.CancelAt(earliest)
			}
			return l, true
		})
		if turn == nil {
			return nil
		}
		if !waited {
			defer func() { q.observer.RecordWait(time.Since(began)) }()
		}
		if held {
			return errLimited
		}
		if err := exchange.Sleep(ctx, turn.DelayFrom(now)); err != nil {
			turn.Cancel()
			return fmt.Errorf("%w: %w", errLimited, err)
		}
	}
}

func (q *rateLimits) block(key string, d time.Duration) {
	q.limits.Change(key, func(l limit, known bool) (limit, bool) {
		if !known {
			l.pace = rate.NewLimiter(rate.Every(pace), 1)
		}
		l.until = later(l.until, time.Now().Add(d))
		return l, true
	})
}

func later(a, b time.Time) time.Time {
	return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare)
}

func isTemporary(err error) bool {
	status, failed := slackapi.StatusCodeError{}, (*url.Error)(nil)
	switch {
	case errors.As(err, &status):
		return status.Code >= 500
	case errors.As(err, &failed):
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	default:
		return isServerError(err)
	}
}
