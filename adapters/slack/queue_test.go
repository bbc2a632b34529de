package slack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// calls runs something that notes when it was called, in seconds since the start
// of the bubble, and gives its errors one after the other.
type calls struct {
	mu     sync.Mutex
	began  time.Time
	at     []float64
	errors []error
}

func newCalls(errs ...error) *calls { return &calls{began: time.Now(), errors: errs} }

func (c *calls) do(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = append(c.at, time.Since(c.began).Seconds())
	if len(c.errors) == 0 {
		return nil
	}
	err := c.errors[0]
	c.errors = c.errors[1:]
	return err
}

func limited(seconds int) error {
	return &slackapi.RateLimitedError{RetryAfter: time.Duration(seconds) * time.Second}
}

func status(code int) error { return slackapi.StatusCodeError{Code: code} }

func refused(word string) error { return slackapi.SlackErrorResponse{Err: word} }

// What is limited is done when Slack allows it soon, and what Slack refuses is not
// done again. What fails on its way is tried again if it surely has not arrived, or
// if it makes no difference how often it arrives.
func TestQueueAttempts(t *testing.T) {
	failed := func(err error) error { return &url.Error{Op: "Post", URL: "x", Err: err} }
	reset, late := failed(errors.New("connection reset")), failed(context.DeadlineExceeded)
	dial := failed(&net.OpError{Op: "dial", Err: errors.New("refused")})
	broken := failed(exchange.ErrBroken)
	other := errors.New("other")
	const backoff, twoBackoffs = 100 * time.Millisecond, 300 * time.Millisecond
	for name, c := range map[string]struct {
		again  repeating
		errors []error
		want   error
		calls  int
		least  time.Duration // that it takes
		most   time.Duration
	}{
		"well":                          {ifUnsent, nil, nil, 1, 0, 0},
		"limited":                       {ifUnsent, []error{limited(3)}, nil, 2, 3 * time.Second, 3 * time.Second},
		"limited twice":                 {ifUnsent, []error{limited(3), limited(2)}, nil, 3, 5 * time.Second, 5 * time.Second},
		"limited for long":              {ifUnsent, []error{limited(5)}, nil, 2, 5 * time.Second, 5 * time.Second},
		"limited for too long":          {ifUnsent, []error{limited(6)}, errHeld, 1, 0, 0},
		"limited in a word":             {ifUnsent, []error{refused("rate_limited"), refused("ratelimited")}, nil, 3, 2 * time.Second, 2 * time.Second},
		"limited for no time":           {ifUnsent, []error{limited(0)}, nil, 2, 100 * time.Millisecond, 100 * time.Millisecond},
		"limited again and again":       {always, slices.Repeat([]error{limited(4)}, 100), errHeld, 4, 15 * time.Second, 15 * time.Second},
		"limited, then down":            {always, []error{limited(1), status(500), limited(1)}, nil, 4, 2 * time.Second, 3 * time.Second},
		"an edit while Slack is down":   {always, []error{status(503)}, nil, 2, backoff, 3 * backoff},
		"an edit, down twice":           {always, []error{status(500), reset}, nil, 3, twoBackoffs, 3 * twoBackoffs},
		"an edit, down for long":        {always, []error{status(500), status(502), status(503), nil}, status(503), 3, twoBackoffs, 3 * twoBackoffs},
		"an edit, an error of theirs":   {always, []error{refused("internal_error")}, nil, 2, backoff, 3 * backoff},
		"an edit, no answer in time":    {always, []error{late}, late, 1, 0, 0},
		"a post while Slack is down":    {ifUnsent, []error{status(503)}, status(503), 1, 0, 0},
		"a post that breaks":            {ifUnsent, []error{reset}, reset, 1, 0, 0},
		"a post, an error of theirs":    {ifUnsent, []error{refused("internal_error")}, refused("internal_error"), 1, 0, 0},
		"a post without a connection":   {ifUnsent, []error{dial, dial}, nil, 3, twoBackoffs, 3 * twoBackoffs},
		"a post, no connection, broken": {ifUnsent, []error{dial, reset}, reset, 2, backoff, 3 * backoff},
		"while the breaker is open":     {always, []error{broken}, broken, 1, 0, 0},
		"not found":                     {always, []error{status(404)}, status(404), 1, 0, 0},
		"refused":                       {always, []error{refused("channel_not_found")}, refused("channel_not_found"), 1, 0, 0},
		"an error that nobody knows of": {always, []error{other}, other, 1, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var q queues
				called := newCalls(c.errors...)
				ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
				defer cancel()
				err := q.do(ctx, "k", c.again, called.do)
				if took := time.Since(called.began); !errors.Is(err, c.want) && fmt.Sprint(err) != fmt.Sprint(c.want) || len(called.at) != c.calls || took < c.least || took > c.most {
					t.Errorf("%v after %d calls and %v, want %v after %d calls and %v to %v", err, len(called.at), took, c.want, c.calls, c.least, c.most)
				}
			})
		})
	}
}

// Before a rate limit nothing waits for anything; after it, what waits for the
// same key goes one after the other, and what waits for others does not wait.
func TestQueueHoldsBackOnlyWhatIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		var running, most atomic.Int32
		slow := func(context.Context) error {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Second)
			running.Add(-1)
			return nil
		}
		began := time.Now()
		var work sync.WaitGroup
		for range 10 {
			work.Go(func() { _ = q.do(t.Context(), "k", ifUnsent, slow) })
		}
		work.Wait()
		if took := time.Since(began); took != time.Second || most.Load() != 10 {
			t.Errorf("ten calls took %v, %d of them at once", took, most.Load())
		}

		first := newCalls(limited(5))
		work.Go(func() { _ = q.do(t.Context(), "k", ifUnsent, first.do) })
		synctest.Wait()
		began = time.Now()
		most.Store(0)
		other := newCalls()
		work.Go(func() { _ = q.do(t.Context(), "other", ifUnsent, other.do) })
		for range 3 {
			work.Go(func() { _ = q.do(t.Context(), "k", ifUnsent, slow) })
		}
		work.Wait()
		if took := time.Since(began); took != 8*time.Second || most.Load() != 1 {
			t.Errorf("after a limit of 5 s three calls of a second took %v, %d of them at once", took, most.Load())
		}
		if !slices.Equal(first.at, []float64{0, 5}) || !slices.Equal(other.at, []float64{0}) {
			t.Errorf("the one that was limited was called at %v, one with another key at %v", first.at, other.at)
		}
		if len(q.byKey) != 0 {
			t.Errorf("of the queues are left %v", q.byKey)
		}
	})
}

// Who no longer wants to wait does not, and keeps nobody from it.
func TestQueueIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		impatient, cancel := context.WithCancel(t.Context())
		one, two, three := newCalls(limited(4)), newCalls(), newCalls()
		var work sync.WaitGroup
		var left error
		work.Go(func() { _ = q.do(t.Context(), "k", ifUnsent, one.do) })
		synctest.Wait()
		work.Go(func() { left = q.do(impatient, "k", ifUnsent, two.do) })
		synctest.Wait()
		work.Go(func() { _ = q.do(t.Context(), "k", ifUnsent, three.do) })
		time.Sleep(3 * time.Second)
		cancel()
		work.Wait()
		if !errors.Is(left, context.Canceled) || !errors.Is(left, errHeld) || len(two.at) != 0 {
			t.Errorf("who left has %v, and was called at %v", left, two.at)
		}
		if !slices.Equal(one.at, []float64{0, 4}) || !slices.Equal(three.at, []float64{4}) {
			t.Errorf("the others were called at %v and %v", one.at, three.at)
		}
		if len(q.byKey) != 0 {
			t.Errorf("of the queues are left %v", q.byKey)
		}
	})
}

// Who would wait for a limit that lasts long does not wait at all, and nobody waits
// for longer than they like.
func TestQueueWaitIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		q.block("k", 10*time.Second)
		called := newCalls()
		if err := q.do(t.Context(), "k", ifUnsent, called.do); !errors.Is(err, errHeld) || time.Since(called.began) != 0 {
			t.Errorf("%v after %v", err, time.Since(called.began))
		}
		time.Sleep(6 * time.Second) // it lasts for another 4 seconds
		ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
		defer cancel()
		var work sync.WaitGroup
		var done, held atomic.Int32
		for range 10 {
			work.Go(func() {
				err := q.do(ctx, "k", ifUnsent, func(context.Context) error {
					time.Sleep(4 * time.Second)
					return nil
				})
				switch {
				case err == nil:
					done.Add(1)
				case errors.Is(err, errHeld):
					held.Add(1)
				}
			})
		}
		began := time.Now()
		work.Wait()
		// They begin after 4, 8 and 12 seconds, and the last of them takes four.
		if took := time.Since(began); done.Load() != 3 || held.Load() != 7 || took != 16*time.Second {
			t.Errorf("%d were done and %d not in %v", done.Load(), held.Load(), took)
		}
		if len(q.byKey) != 0 {
			t.Errorf("of the queues are left %v", q.byKey)
		}
	})
}

// A shorter limit does not lift a longer one.
func TestQueueKeepsTheLongerLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		q.block("k", 4*time.Second)
		q.block("k", time.Second)
		called := newCalls()
		if err := q.do(t.Context(), "k", ifUnsent, called.do); err != nil || !slices.Equal(called.at, []float64{4}) {
			t.Errorf("called at %v, %v", called.at, err)
		}
		q.block("a", time.Second)
		time.Sleep(2 * time.Second)
		q.block("b", time.Second)
		if len(q.byKey) != 1 {
			t.Errorf("limits that are over are kept: %v", q.byKey)
		}
	})
}
