package slack

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
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

// What is limited is done when Slack allows it, what fails on its way is tried
// again, and what Slack refuses is not.
func TestQueueAttempts(t *testing.T) {
	reset := &url.Error{Op: "Post", URL: "x", Err: errors.New("connection reset")}
	gone := &url.Error{Op: "Post", URL: "x", Err: context.DeadlineExceeded}
	other := errors.New("other")
	for name, c := range map[string]struct {
		errors []error
		want   error
		calls  int
		least  time.Duration // that it takes
		most   time.Duration
	}{
		"well":                          {nil, nil, 1, 0, 0},
		"limited":                       {[]error{limited(7)}, nil, 2, 7 * time.Second, 7 * time.Second},
		"limited twice":                 {[]error{limited(7), limited(2)}, nil, 3, 9 * time.Second, 9 * time.Second},
		"limited for long":              {[]error{limited(120)}, nil, 2, 120 * time.Second, 120 * time.Second},
		"limited for too long":          {[]error{limited(121)}, errTooLong, 1, 0, 0},
		"down once":                     {[]error{status(503)}, nil, 2, 100 * time.Millisecond, 300 * time.Millisecond},
		"down twice":                    {[]error{status(500), reset}, nil, 3, 300 * time.Millisecond, 900 * time.Millisecond},
		"down for long":                 {[]error{status(500), status(502), status(503), nil}, status(503), 3, 300 * time.Millisecond, 900 * time.Millisecond},
		"an error of theirs":            {[]error{refused("internal_error")}, nil, 2, 100 * time.Millisecond, 300 * time.Millisecond},
		"limited, then down":            {[]error{limited(1), status(500), limited(1)}, nil, 4, 2 * time.Second, 3 * time.Second},
		"not found":                     {[]error{status(404)}, status(404), 1, 0, 0},
		"refused":                       {[]error{refused("channel_not_found")}, refused("channel_not_found"), 1, 0, 0},
		"no answer in time":             {[]error{gone}, gone, 1, 0, 0},
		"an error that nobody knows of": {[]error{other}, other, 1, 0, 0},
		"limited in a word":             {[]error{refused("rate_limited"), refused("ratelimited")}, nil, 3, 2 * time.Second, 2 * time.Second},
		"limited for no time":           {[]error{limited(0)}, nil, 2, 100 * time.Millisecond, 100 * time.Millisecond},
		"limited again and again":       {slices.Repeat([]error{limited(50)}, 100), errTooLong, 3, 100 * time.Second, 100 * time.Second},
		"limited for no time, for ever": {slices.Repeat([]error{limited(0)}, 5000), errTooLong, 1201, 2 * time.Minute, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var q queues
				called := newCalls(c.errors...)
				err := q.do(t.Context(), "k", called.do)
				if took := time.Since(called.began); fmt.Sprint(err) != fmt.Sprint(c.want) || len(called.at) != c.calls || took < c.least || took > c.most {
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
			work.Go(func() { _ = q.do(t.Context(), "k", slow) })
		}
		work.Wait()
		if took := time.Since(began); took != time.Second || most.Load() != 10 {
			t.Errorf("ten calls took %v, %d of them at once", took, most.Load())
		}

		first := newCalls(limited(5))
		work.Go(func() { _ = q.do(t.Context(), "k", first.do) })
		synctest.Wait()
		began = time.Now()
		most.Store(0)
		other := newCalls()
		work.Go(func() { _ = q.do(t.Context(), "other", other.do) })
		for range 3 {
			work.Go(func() { _ = q.do(t.Context(), "k", slow) })
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
		one, two, three := newCalls(limited(10)), newCalls(), newCalls()
		var work sync.WaitGroup
		var left error
		work.Go(func() { _ = q.do(t.Context(), "k", one.do) })
		synctest.Wait()
		work.Go(func() { left = q.do(impatient, "k", two.do) })
		synctest.Wait()
		work.Go(func() { _ = q.do(t.Context(), "k", three.do) })
		time.Sleep(3 * time.Second)
		cancel()
		work.Wait()
		if !errors.Is(left, context.Canceled) || len(two.at) != 0 {
			t.Errorf("who left has %v, and was called at %v", left, two.at)
		}
		if !slices.Equal(one.at, []float64{0, 10}) || !slices.Equal(three.at, []float64{10}) {
			t.Errorf("the others were called at %v and %v", one.at, three.at)
		}
		if len(q.byKey) != 0 {
			t.Errorf("of the queues are left %v", q.byKey)
		}
	})
}

// Who would wait for longer than two minutes does not wait at all, and who has
// waited for so long gives up.
func TestQueueWaitIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		q.block("k", 121*time.Second)
		called := newCalls()
		if err := q.do(t.Context(), "k", called.do); !errors.Is(err, errTooLong) || time.Since(called.began) != 0 {
			t.Errorf("%v after %v", err, time.Since(called.began))
		}
		time.Sleep(21 * time.Second) // it lasts for another 100 seconds
		var work sync.WaitGroup
		var done, tooLong atomic.Int32
		for range 10 {
			work.Go(func() {
				err := q.do(t.Context(), "k", func(context.Context) error {
					time.Sleep(9 * time.Second)
					return nil
				})
				switch {
				case err == nil:
					done.Add(1)
				case errors.Is(err, errTooLong):
					tooLong.Add(1)
				}
			})
		}
		began := time.Now()
		work.Wait()
		// They begin after 100, 109 and 118 seconds, and the last of them takes nine.
		if took := time.Since(began); done.Load() != 3 || tooLong.Load() != 7 || took != 127*time.Second {
			t.Errorf("%d were done and %d not in %v", done.Load(), tooLong.Load(), took)
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
		q.block("k", 10*time.Second)
		q.block("k", time.Second)
		called := newCalls()
		if err := q.do(t.Context(), "k", called.do); err != nil || !slices.Equal(called.at, []float64{10}) {
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

// Of changes to one message that wait, only the newest is made.
func TestUpdates(t *testing.T) {
	var u updates
	one, other := ref{"C1", "1.1"}, ref{"C1", "1.2"}
	first, endFirst := u.begin(one)
	if first() {
		t.Error("the only change is outdated")
	}
	second, endSecond := u.begin(one)
	third, endThird := u.begin(other)
	if !first() || second() || third() {
		t.Errorf("of two changes the first is outdated: %t, the second: %t, one of another message: %t", first(), second(), third())
	}
	endSecond()
	if !first() {
		t.Error("an older change is wanted again after the newest was made")
	}
	endFirst()
	endThird()
	if fresh, end := u.begin(one); fresh() {
		t.Error("a change is outdated by one that has ended")
	} else {
		end()
	}
	if len(u.newest) != 0 {
		t.Errorf("of the changes are left %v", u.newest)
	}
}
