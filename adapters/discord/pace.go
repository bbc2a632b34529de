package discord

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
	"othellobot/internal/recent"
)

const (
	// Discord allows 50 requests in the bot's name in one second:
	// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit.
	perSecond = 40
	burst     = 5

	longQueue = 250 * time.Millisecond // the longest wait of a request that is not patient
	maxWait   = 20 * time.Second       // a request that a 429 delays for longer is not repeated
)

var (
	errDropped = errors.New("discord: left out, too much is waiting to be sent")
	errNoTurn  = errors.New("discord: not sent, its turn would have come too late")
)

// pace spreads the requests in the bot's name: at most 45 in any second. It may be used concurrently.
type pace struct {
	limiter  *rate.Limiter
	observer exchange.Observer

	mu    sync.Mutex
	until time.Time // end of the pause in which no request may be sent
}

func newPace(o exchange.Observer) *pace {
	return &pace{limiter: rate.NewLimiter(perSecond, burst), observer: o}
}

func (p *pace) pause(d time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := time.Now().Add(d); t.After(p.until) {
		p.until = t
	}
}

// wait waits for a turn. A request that is not patient gets errDropped instead of a long wait.
func (p *pace) wait(ctx context.Context, patient bool) error {
	for {
		if paused := p.paused(); paused > 0 {
			if !patient && paused > longQueue {
				return errDropped
			}
			if err := waitFor(ctx, p.observer, paused); err != nil {
				return err
			}
		}
		turn := p.limiter.Reserve()
		if !patient && turn.Delay() > longQueue {
			turn.Cancel()
			return errDropped
		}
		if err := waitFor(ctx, p.observer, turn.Delay()); err != nil {
			turn.Cancel()
			return err
		}
		if p.paused() <= 0 { // otherwise a pause has begun
			return nil
		}
	}
}

func waitFor(ctx context.Context, o exchange.Observer, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return errNoTurn
	}
	if d > 0 {
		o.RecordWait(d)
	}
	if exchange.Sleep(ctx, d) != nil {
		return errNoTurn
	}
	return nil
}

func (p *pace) paused() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Until(p.until)
}

// buckets holds the rate limit of each route, as the headers of Discord's answers report it:
// https://docs.discord.com/developers/topics/rate-limits#header-format.
type buckets struct {
	observer exchange.Observer
	byRoute  recent.Map[string, *bucket]
}

type bucket struct {
	turn chan struct{} // holds the request that waits for the reset; others queue behind it

	mu    sync.Mutex // guards the rest
	out   int        // requests without an answer yet
	limit int        // requests allowed between two resets; 0 if unknown
	left  int        // requests left before the reset
	reset time.Time
}

const (
	longestReset = time.Hour // later resets are ignored
	keptBuckets  = 2000
)

func newBuckets(o exchange.Observer) *buckets {
	return &buckets{observer: o, byRoute: recent.Map[string, *bucket]{Size: keptBuckets}}
}

// wait waits until the route's rate limit allows a request. After it succeeds, the caller must call
// report with the headers of the answer, or with nil if no answer came.
func (b *buckets) wait(ctx context.Context, route string, patient bool) (report func(http.Header), err error) {
	if route == "" {
		return func(http.Header) {}, nil
	}
	var k *bucket
	b.byRoute.Change(route, func(is *bucket, known bool) (*bucket, bool) {
		if k = is; !known {
			k = &bucket{turn: make(chan struct{}, 1)}
		}
		return k, true
	})
	return k.note, b.take(ctx, k, patient)
}

// take lets the requests of a route pass in order, so that none waits forever.
func (b *buckets) take(ctx context.Context, k *bucket, patient bool) error {
	select {
	case k.turn <- struct{}{}:
	default:
		if !patient {
			return errDropped
		}
		select {
		case k.turn <- struct{}{}:
		case <-ctx.Done():
			return errNoTurn
		}
	}
	defer func() { <-k.turn }()
	for {
		d := k.reserve()
		switch {
		case d <= 0:
			return nil
		case !patient && d > longQueue:
			return errDropped
		}
		if err := waitFor(ctx, b.observer, d); err != nil {
			return err
		}
	}
}

// reserve counts a request as sent and returns 0, or returns the time until the reset.
func (k *bucket) reserve() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.limit > 0 && !time.Now().Before(k.reset) { // a guess until the next answer
		k.left, k.reset = k.limit-k.out, time.Now().Add(time.Second)
	}
	if k.limit > 0 && k.left <= 0 {
		return time.Until(k.reset)
	}
	k.left--
	k.out++
	return 0
}

func (k *bucket) note(h http.Header) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.out--
	limit, noLimit := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, noLeft := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	seconds, noReset := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if noLimit != nil || noLeft != nil || noReset != nil || limit <= 0 || !(seconds >= 0 && seconds <= longestReset.Seconds()) {
		return
	}
	if k.limit > 0 && time.Now().Before(k.reset) {
		left = min(left, k.left) // answers come in any order, and k.left already excludes the requests without an answer
	} else {
		left -= k.out
	}
	k.limit, k.left, k.reset = limit, left, time.Now().Add(time.Duration(seconds*float64(time.Second)))
}

func (b *buckets) block(route string, d time.Duration) {
	if k, known := b.byRoute.Get(route); known {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.limit, k.left, k.reset = max(k.limit, 1), 0, time.Now().Add(d)
	}
}
