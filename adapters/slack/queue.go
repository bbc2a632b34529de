package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	slackapi "github.com/slack-go/slack"
	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

// How often a call that failed on its way is tried, how long a rate limit lasts
// at least, and for how much longer it may last so that a call waits for its end.
const (
	maxAttempts  = 3
	firstBackoff = 300 * time.Millisecond
	minWait      = 100 * time.Millisecond
	wordWait     = time.Second // of a rate limit that does not say how long it lasts
	maxWait      = 5 * time.Second
)

// pace is the time between two calls with a key that was limited: about what Slack allows
// for the messages of a channel, and for the edits of a workspace.
const pace = time.Second

// queues holds calls back where Slack has said that they are too many, and
// nowhere else, https://docs.slack.dev/apis/web-api/rate-limits. What waits for
// the same key goes at the pace that Slack documents. It may be used concurrently.
type queues struct {
	observer exchange.Observer
	random   exchange.Random
	limits   recent.Map[string, limit]
}

// limit paces the calls with a key. None is made before until.
type limit struct {
	until time.Time
	pace  *rate.Limiter
}

// repeating says which calls that failed on their way are made again.
type repeating bool

const (
	ifUnsent repeating = false // those that surely have not arrived
	always   repeating = true  // all, because it makes no difference how often they arrive
)

// do makes a call when its key allows it, again after a rate limit, and again
// with backoff after a failure on its way.
func (q *queues) do(ctx context.Context, key string, again repeating, call func(context.Context) error) error {
	retry := exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: q.random, Passes: func(err error) (time.Duration, bool) {
		passes := again == always && passing(err) || exchange.SurelyUnsent(err)
		return 0, passes && !errors.Is(err, exchange.ErrBroken) && !errors.Is(err, errHeld)
	}}
	return retry.Do(ctx, func() error { return q.attempt(ctx, key, call) })
}

// attempt makes a call when its key allows it, and again after each rate limit.
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

// limitOf is how long Slack wants a call to be held back; 0 if it does not. A
// limit on messages may come as a word alone,
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

// enter returns when it is the turn of a call with a key. It fails with errHeld as soon as
// it is clear that this takes too long.
func (q *queues) enter(ctx context.Context, key string) error {
	l, limited := q.limitOn(key)
	if !limited {
		return nil
	}
	began := time.Now()
	defer func() { q.observer.Waits(time.Since(began)) }()
	for {
		now := time.Now()
		first := later(now, l.until)
		turn := l.pace.ReserveN(first, 1)
		wait := turn.DelayFrom(now)
		end, ends := ctx.Deadline()
		if first.Sub(now) > maxWait || ends && end.Sub(now) <= wait {
			turn.CancelAt(first)
			return errHeld
		}
		if err := exchange.Sleep(ctx, wait); err != nil {
			turn.CancelAt(later(time.Now(), first))
			return fmt.Errorf("%w: %w", errHeld, err)
		}
		if l, limited = q.limitOn(key); !limited || !time.Now().Before(l.until) {
			return nil
		}
	}
}

// limitOn returns the limit on a key, and forgets one that is over.
func (q *queues) limitOn(key string) (on limit, limited bool) {
	now := time.Now()
	q.limits.Change(key, func(l limit, known bool) (limit, bool) {
		on, limited = l, known && (now.Before(l.until) || l.pace.TokensAt(now) < 1)
		return l, limited
	})
	return on, limited
}

// block holds calls with a key back for a while.
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

// passing reports whether a failure may be over soon: the way to Slack, or
// Slack's servers.
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
