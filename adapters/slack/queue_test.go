package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	"othellobot/chat"
)

// calls records the times of calls, in seconds since began, and returns its errors one by one.
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

// A limited call is repeated if Slack allows it soon. A refused call is not repeated. A call that
// failed temporarily is repeated if it surely has not arrived, or if repetitions are harmless.
func TestQueueAttempts(t *testing.T) {
	failed := func(err error) error { return &url.Error{Op: "Post", URL: "x", Err: err} }
	reset, late := failed(errors.New("connection reset")), failed(context.DeadlineExceeded)
	dial := failed(&net.OpError{Op: "dial", Err: errors.New("refused")})
	broken := failed(exchange.ErrBroken)
	other := errors.New("other")
	const backoff, twoBackoffs = 100 * time.Millisecond, 300 * time.Millisecond
	for name, c := range map[string]struct {
		again  retryPolicy
		errors []error
		want   error
		calls  int
		least  time.Duration // shortest duration
		most   time.Duration
	}{
		"well":                          {ifUnsent, nil, nil, 1, 0, 0},
		"limited":                       {ifUnsent, []error{limited(3)}, nil, 2, 3 * time.Second, 3 * time.Second},
		"limited for too long":          {ifUnsent, []error{limited(6)}, errLimited, 1, 0, 0},
		"limited in a word":             {ifUnsent, []error{refused("rate_limited"), refused("ratelimited")}, nil, 3, 2 * time.Second, 2 * time.Second},
		"limited for no time":           {ifUnsent, []error{limited(0)}, nil, 2, 100 * time.Millisecond, 100 * time.Millisecond},
		"limited again and again":       {evenIfSent, slices.Repeat([]error{limited(4)}, 100), errLimited, 4, 12 * time.Second, 12 * time.Second},
		"limited, then down":            {evenIfSent, []error{limited(1), status(500), limited(1)}, nil, 4, 2 * time.Second, 3 * time.Second},
		"an edit while Slack is down":   {evenIfSent, []error{status(503)}, nil, 2, backoff, 3 * backoff},
		"an edit, down for long":        {evenIfSent, []error{status(500), status(502), status(503), nil}, status(503), 3, twoBackoffs, 3 * twoBackoffs},
		"an edit, an error of theirs":   {evenIfSent, []error{refused("internal_error")}, nil, 2, backoff, 3 * backoff},
		"an edit, down, then limited":   {evenIfSent, []error{status(500), limited(6)}, status(500), 2, backoff, 3 * backoff},
		"an edit, down, then refused":   {evenIfSent, []error{status(500), refused("is_archived")}, status(500), 2, backoff, 3 * backoff},
		"an edit, down, then gone":      {evenIfSent, []error{status(500), refused("message_not_found")}, refused("message_not_found"), 2, backoff, 3 * backoff},
		"an edit, no answer in time":    {evenIfSent, []error{late}, late, 1, 0, 0},
		"a post while Slack is down":    {ifUnsent, []error{status(503)}, status(503), 1, 0, 0},
		"a post, an error of theirs":    {ifUnsent, []error{refused("internal_error")}, refused("internal_error"), 1, 0, 0},
		"a post without a connection":   {ifUnsent, []error{dial, dial}, nil, 3, twoBackoffs, 3 * twoBackoffs},
		"a post, no connection, broken": {ifUnsent, []error{dial, reset}, reset, 2, backoff, 3 * backoff},
		"while the breaker is open":     {evenIfSent, []error{broken}, broken, 1, 0, 0},
		"refused":                       {evenIfSent, []error{refused("channel_not_found")}, refused("channel_not_found"), 1, 0, 0},
		"an error that nobody knows of": {evenIfSent, []error{other}, other, 1, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var q rateLimits
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

// If a message may have arrived with its picture, it does not count as unsent, even if the attempt
// without the picture was never made.
func TestPictureThatMayHaveArrived(t *testing.T) {
	answers := []error{status(503), errLimited}
	a := New(Config{Log: slog.New(slog.DiscardHandler)})
	err := a.sendWithFallback(t.Context(), payload{bare: []slackapi.Block{}}, ifUnsent, func(context.Context, payload, retryPolicy) error {
		err := answers[0]
		answers = answers[1:]
		return err
	})
	if fateOf(err) != chat.Unknown || len(answers) > 0 {
		t.Errorf("the fate of the message is %v: %v", fateOf(err), err)
	}
}

// callAtOnce tries n calls with a key at the same time. It returns the times of the calls that were
// made, in seconds, and the number of calls that ended with errLimited.
func callAtOnce(ctx context.Context, q *rateLimits, key string, n int) (at []float64, held int) {
	called := newCalls()
	var work sync.WaitGroup
	var failed atomic.Int32
	for range n {
		work.Go(func() {
			if errors.Is(q.do(ctx, key, ifUnsent, called.do), errLimited) {
				failed.Add(1)
			}
		})
	}
	work.Wait()
	return called.at, int(failed.Load())
}

// A call waits only if its key has a rate limit. After a limit, calls with the key are paced while
// others wait.
func TestQueueHoldsBackOnlyWhatIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q rateLimits
		ctx, cancel := context.WithTimeout(t.Context(), answerWithin)
		defer cancel()
		expect := func(key string, want []float64, wantHeld int) {
			t.Helper()
			if got, held := callAtOnce(ctx, &q, key, len(want)+wantHeld); !slices.Equal(got, want) || held != wantHeld {
				t.Errorf("calls with %q were made at %v, and %d not at all; want %v and %d", key, got, held, want, wantHeld)
			}
		}
		expect("k", []float64{0, 0, 0}, 0)
		q.block("k", 10*time.Second)
		expect("k", nil, 3)
		expect("other", []float64{0, 0, 0}, 0)
		time.Sleep(6 * time.Second)
		expect("k", []float64{4, 5, 6, 7, 8}, 3) // until the context ends
		ctx = t.Context()
		time.Sleep(pace)
		expect("k", []float64{0, 0, 0}, 0)
	})
}

// A caller that cancels stops waiting. Other callers keep their turns.
func TestQueueIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q rateLimits
		impatient, cancel := context.WithCancel(t.Context())
		q.block("k", 4*time.Second)
		time.AfterFunc(3*time.Second, cancel)
		var work sync.WaitGroup
		work.Go(func() {
			if at, held := callAtOnce(impatient, &q, "k", 1); len(at) > 0 || held != 1 {
				t.Errorf("the cancelled caller has made a call at %v", at)
			}
		})
		synctest.Wait()
		if at, _ := callAtOnce(t.Context(), &q, "k", 1); !slices.Equal(at, []float64{5}) {
			t.Errorf("the other made a call at %v", at)
		}
		work.Wait()
	})
}

// A shorter limit does not lift a longer one. A longer limit also delays calls that already wait.
func TestQueueKeepsTheLongerLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q rateLimits
		q.block("k", 4*time.Second)
		q.block("k", time.Second)
		time.AfterFunc(2*time.Second, func() { q.block("k", 4*time.Second) })
		if at, _ := callAtOnce(t.Context(), &q, "k", 1); !slices.Equal(at, []float64{6}) {
			t.Errorf("a call was made at %v", at)
		}
	})
}

// Messages of different games, slots, post numbers or places have different IDs.
func TestMessageIDs(t *testing.T) {
	at := chat.Place{Platform: Platform, Team: "T1", Channel: "C1"}
	ids := map[string]bool{}
	for _, place := range []chat.Place{at, {Platform: Platform, Team: "T1", Channel: "C1", Thread: "1.2"}, {Platform: Platform, Team: "T2", Channel: "C1"}} {
		for _, shows := range []chat.Subject{
			{Game: "g", Slot: chat.SlotBoard, Post: 7}, {Game: "h", Slot: chat.SlotBoard, Post: 7}, {Game: "g", Slot: chat.SlotQuestion, Post: 7}, {Game: "g", Slot: chat.SlotBoard, Post: 8},
		} {
			ids[messageID(place, chat.Effect{Subject: shows})] = true
		}
	}
	if len(ids) != 12 || ids[""] {
		t.Errorf("12 messages have the IDs %v", ids)
	}
}
