package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

// Limits of repeating calls.
const (
	maxAttempts  = 3                      // attempts of a call that fails on the network
	firstBackoff = 300 * time.Millisecond // pause after the first failure
	minWait      = 100 * time.Millisecond // shortest wait for a rate limit
	wordWait     = time.Second            // wait for a rate limit without a time
	maxWait      = 5 * time.Second        // longest wait for a rate limit, and longest backoff
)

// pace is the time between two calls with a key that was limited. It is about Slack's documented
// rate for the messages of a channel and the edits of a workspace.
const pace = time.Second

// queues delays calls after Slack has limited them, and only then,
// https://docs.slack.dev/apis/web-api/rate-limits. Calls that wait for the same key then run at
// Slack's documented rate. It may be used concurrently.
type queues struct {
	observer exchange.Observer
	random   exchange.Random
	limits   recent.Map[string, limit]

	reserving sync.Mutex // makes the look at a turn and its reservation one step
}

// limit delays the calls with a key. No call is made before until.
type limit struct {
	until time.Time
	pace  *rate.Limiter
}

// repeating says which failed calls are repeated.
type repeating bool

const (
	ifUnsent repeating = false // only calls that surely have not arrived
	always   repeating = true  // all calls, because repetitions are harmless
)

// do makes a call when its key allows it. It repeats the call after a rate limit, and with backoff
// after a network failure.
func (q *queues) do(ctx context.Context, key string, again repeating, call func(context.Context) error) error {
	retry := exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: q.random, Passes: func(err error) (time.Duration, bool) {
		passes := again == always && passing(err) || exchange.SurelyUnsent(err)
		return 0, passes && !errors.Is(err, exchange.ErrBroken) && !errors.Is(err, errHeld)
	}}
	return retry.Do(ctx, func() error { return q.attempt(ctx, key, call) })
}

// attempt makes a call when its key allows it, and repeats it after each rate limit.
func (q *queues) attempt(ctx context.Context, key string, call func(context.Context) error) error {
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

// limitOf returns the wait that Slack asks for, or 0 if it does not limit the call. A limit on
// messages may come without a time,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
func limitOf(err error) time.Duration {
	limited := (*slackapi.RateLimitedError)(nil)
	switch {
	case errors.As(err, &limited):
		return max(limited.RetryAfter, minWait)
	case has(err, "ratelimited", "rate_limited"):
		return wordWait
	default:
		return 0
	}
}

// enter waits for the turn of a call with a key. It returns errHeld as soon as the wait is known to
// be too long.
func (q *queues) enter(ctx context.Context, key string) error {
	l, limited := q.limitOn(key)
	if !limited {
		return nil
	}
	began := time.Now()
	defer func() { q.observer.Waits(time.Since(began)) }()
	for {
		turn, first, ok := q.reserve(ctx, l)
		if !ok {
			return errHeld
		}
		wait := turn.DelayFrom(time.Now())
		if err := exchange.Sleep(ctx, wait); err != nil {
			turn.CancelAt(later(time.Now(), first))
			return fmt.Errorf("%w: %w", errHeld, err)
		}
		if l, limited = q.limitOn(key); !limited || !time.Now().Before(l.until) {
			return nil
		}
	}
}

// reserve reserves the next turn under a limit, which is not before first. It reserves nothing and
// returns false if the turn comes too late.
func (q *queues) reserve(ctx context.Context, l limit) (turn *rate.Reservation, first time.Time, ok bool) {
	q.reserving.Lock()
	defer q.reserving.Unlock()
	now := time.Now()
	first = later(now, l.until)
	ahead := max(0, 1-l.pace.TokensAt(first)) // turns
	wait := first.Sub(now) + time.Duration(ahead*float64(pace)).Round(time.Millisecond)
	end, ends := ctx.Deadline()
	if first.Sub(now) > maxWait || ends && end.Sub(now) <= wait {
		return nil, first, false
	}
	return l.pace.ReserveN(first, 1), first, true
}

// limitOn returns the limit on a key, and forgets it if it is over.
func (q *queues) limitOn(key string) (on limit, limited bool) {
	now := time.Now()
	q.limits.Change(key, func(l limit, known bool) (limit, bool) {
		on, limited = l, known && (now.Before(l.until) || l.pace.TokensAt(now) < 1)
		return l, limited
	})
	return on, limited
}

// block delays calls with a key for d.
func (q *queues) block(key string, d time.Duration) {
	q.limits.Change(key, func(l limit, known bool) (limit, bool) {
		if !known {
			l.pace = rate.NewLimiter(rate.Every(pace), 1)
		}
		l.until = later(l.until, time.Now().Add(d))
		return l, true
	})
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// passing reports whether a failure of the network or of Slack's servers may soon be over.
func passing(err error) bool {
	status, failed := slackapi.StatusCodeError{}, (*url.Error)(nil)
	switch {
	case errors.As(err, &status):
		return status.Code >= 500
	case errors.As(err, &failed):
		return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
	default:
		return isTheirs(err)
	}
}
