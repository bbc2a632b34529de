package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
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

// queues holds calls back where Slack has said that they are too many, and
// nowhere else, https://docs.slack.dev/apis/web-api/rate-limits. What waits for
// the same key goes one after the other. It may be used concurrently.
type queues struct {
	observer exchange.Observer
	random   exchange.Random

	mu    sync.Mutex
	byKey map[string]*queue
}

// queue holds the deliveries that wait for one key.
type queue struct {
	until time.Time
	turn  chan struct{} // filled by whoever is next
	users int
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
		release, err := q.enter(ctx, key)
		if err != nil {
			return err
		}
		err = call(ctx)
		wait := limitOf(err)
		if wait > 0 {
			q.block(key, wait)
		}
		release()
		if wait == 0 {
			return err
		}
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

// enter returns at once if the key is free, and else when the caller is next. It
// fails with errHeld as soon as it is clear that this takes too long.
func (q *queues) enter(ctx context.Context, key string) (release func(), err error) {
	q.mu.Lock()
	line, limited := q.byKey[key]
	if !limited {
		q.mu.Unlock()
		return func() {}, nil
	}
	line.users++
	q.mu.Unlock()
	began := time.Now()
	defer func() { q.observer.Waits(time.Since(began)) }()
	leave := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if line.users--; line.users == 0 && !line.until.After(time.Now()) && q.byKey[key] == line {
			delete(q.byKey, key)
		}
	}
	wait := func() time.Duration {
		q.mu.Lock()
		defer q.mu.Unlock()
		return time.Until(line.until)
	}
	if wait() > maxWait {
		leave()
		return nil, errHeld
	}
	select {
	case line.turn <- struct{}{}:
	case <-ctx.Done():
		leave()
		return nil, fmt.Errorf("%w: %w", errHeld, ctx.Err())
	}
	release = func() { <-line.turn; leave() }
	d := wait()
	if d > maxWait {
		release()
		return nil, errHeld
	}
	if err := exchange.Sleep(ctx, d); err != nil {
		release()
		return nil, fmt.Errorf("%w: %w", errHeld, err)
	}
	return release, nil
}

// block holds calls with a key back for a while.
func (q *queues) block(key string, d time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.byKey == nil {
		q.byKey = make(map[string]*queue)
	}
	for old, line := range q.byKey {
		if line.users == 0 && time.Since(line.until) > 0 {
			delete(q.byKey, old)
		}
	}
	line := q.byKey[key]
	if line == nil {
		line = &queue{turn: make(chan struct{}, 1)}
		q.byKey[key] = line
	}
	if until := time.Now().Add(d); until.After(line.until) {
		line.until = until
	}
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
