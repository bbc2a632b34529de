package slack

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/url"
	"sync"
	"time"

	slackapi "github.com/slack-go/slack"
)

// How often a call that failed on its way is tried, how long a rate limit lasts
// at least, and how long limits may keep a call waiting.
const (
	maxAttempts  = 3
	firstBackoff = 200 * time.Millisecond
	minWait      = 100 * time.Millisecond
	wordWait     = time.Second // of a rate limit that does not say how long it lasts
	maxWait      = 2 * time.Minute
)

// queues holds calls back where Slack has said that they are too many, and
// nowhere else, https://docs.slack.dev/apis/web-api/rate-limits. What waits for
// the same key goes one after the other. It may be used concurrently.
type queues struct {
	observer Observer

	mu    sync.Mutex
	byKey map[string]*queue
}

// queue is what waits for one key.
type queue struct {
	until time.Time
	turn  chan struct{} // filled by whoever is next
	users int
}

var errTooLong = errors.New("slack: the rate limit would keep it waiting too long")

// do makes a call when its key allows it, again after a rate limit, and again
// with backoff after a failure on its way.
func (q *queues) do(ctx context.Context, key string, call func(context.Context) error) error {
	end, backoff := time.Now().Add(maxWait), firstBackoff
	for attempt := 1; ; {
		release, err := q.enter(ctx, key, end)
		if err != nil {
			return err
		}
		err = call(ctx)
		if wait := limitOf(err); wait > 0 {
			q.block(key, wait)
			release()
			if time.Now().Add(wait).After(end) {
				return errTooLong
			}
			continue
		}
		release()
		if err == nil || !passing(err) || attempt == maxAttempts {
			return err
		}
		attempt++
		if sleep(ctx, backoff/2+rand.N(backoff)) != nil {
			return err
		}
		backoff *= 2
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
// fails as soon as it is clear that this will be after the end.
func (q *queues) enter(ctx context.Context, key string, end time.Time) (release func(), err error) {
	q.mu.Lock()
	line, limited := q.byKey[key]
	if !limited {
		q.mu.Unlock()
		return func() {}, nil
	}
	line.users++
	q.mu.Unlock()
	began := time.Now()
	defer func() { q.observer.waited(time.Since(began)) }()
	leave := func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if line.users--; line.users == 0 && !line.until.After(time.Now()) && q.byKey[key] == line {
			delete(q.byKey, key)
		}
	}
	until := func() time.Time {
		q.mu.Lock()
		defer q.mu.Unlock()
		return line.until
	}
	if until().After(end) {
		leave()
		return nil, errTooLong
	}
	late := time.NewTimer(time.Until(end))
	defer late.Stop()
	select {
	case line.turn <- struct{}{}:
	case <-late.C:
		leave()
		return nil, errTooLong
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
	err = errTooLong
	if at := until(); !at.After(end) {
		err = sleep(ctx, time.Until(at))
	}
	if err != nil {
		<-line.turn
		leave()
		return nil, err
	}
	return func() { <-line.turn; leave() }, nil
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
		return has(err, "internal_error", "service_unavailable", "fatal_error")
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// updates lets the newest change of a message overtake those that still wait. It
// may be used concurrently.
type updates struct {
	mu     sync.Mutex
	newest map[ref]*pending
}

type pending struct{ number, users int }

// begin announces a change. It is outdated as soon as a newer one is announced,
// and ends with end.
func (u *updates) begin(r ref) (outdated func() bool, end func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.newest == nil {
		u.newest = make(map[ref]*pending)
	}
	p := u.newest[r]
	if p == nil {
		p = &pending{}
		u.newest[r] = p
	}
	p.number++
	p.users++
	mine := p.number
	outdated = func() bool {
		u.mu.Lock()
		defer u.mu.Unlock()
		return p.number > mine
	}
	end = func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		if p.users--; p.users == 0 {
			delete(u.newest, r)
		}
	}
	return outdated, end
}
