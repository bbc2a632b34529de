package discord

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
)

// buckets keeps to the rate limits of single routes, of which Discord tells in the
// headers of its answers,
// https://docs.discord.com/developers/topics/rate-limits#header-format. It may be used
// concurrently.
type buckets struct {
	observer exchange.Observer

	mu     sync.Mutex // guards the rest, and what is in the buckets
	byName map[string]*bucket
	sweep  int // how many there may be before those that are over are forgotten
}

// bucket is how many requests a route takes until a time.
type bucket struct {
	turn  chan struct{} // holds something while somebody waits for the time; others wait for them, in their order
	users int           // requests that wait or are out
	out   int           // of these, those that are out
	limit int           // how many fill it; 0 while that is not known
	left  int           // how many more may be sent before the reset
	reset time.Time
}

// longestReset bounds what a route is believed to need before it takes requests again.
const longestReset = time.Hour

// minSweep is from how many buckets on it is looked for those that are over.
const minSweep = 256

func newBuckets(o exchange.Observer) *buckets {
	return &buckets{observer: o, byName: make(map[string]*bucket), sweep: minSweep}
}

// wait returns when the route takes a request. One that is not patient gets
// errDropped if that would take long. The function it returns must be called with the
// headers of the answer, nil if there was none.
func (b *buckets) wait(ctx context.Context, route string, patient bool) (report func(http.Header), err error) {
	if route == "" {
		return func(http.Header) {}, nil
	}
	k := b.enter(route)
	if err := b.take(ctx, k, patient); err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		k.users--
		return nil, err
	}
	return func(h http.Header) { b.note(k, h) }, nil
}

// enter gives the bucket of a route, and counts who uses it.
func (b *buckets) enter(route string) *bucket {
	b.mu.Lock()
	defer b.mu.Unlock()
	k := b.byName[route]
	if k == nil {
		if len(b.byName) >= b.sweep {
			for name, old := range b.byName {
				if old.users == 0 && !time.Now().Before(old.reset) {
					delete(b.byName, name)
				}
			}
			b.sweep = max(minSweep, 2*len(b.byName))
		}
		k = &bucket{turn: make(chan struct{}, 1)}
		b.byName[route] = k
	}
	k.users++
	return k
}

// take waits until the bucket is not empty, and takes one out.
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
		d := b.delay(k)
		switch {
		case d <= 0:
			return nil
		case !patient && d > longQueue:
			return errDropped
		}
		if err := hold(ctx, b.observer, d); err != nil {
			return err
		}
	}
}

// delay is how long it takes until the bucket is filled. If it is not empty, one is
// taken out.
func (b *buckets) delay(k *bucket) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k.limit > 0 && !time.Now().Before(k.reset) { // the next answer tells when the new time ends
		k.left, k.reset = k.limit-k.out, time.Now().Add(time.Second)
	}
	if k.limit > 0 && k.left <= 0 {
		return time.Until(k.reset)
	}
	k.left--
	k.out++
	return 0
}

// note notes what an answer tells of the bucket.
func (b *buckets) note(k *bucket, h http.Header) {
	b.mu.Lock()
	defer b.mu.Unlock()
	k.users--
	k.out--
	limit, noLimit := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, noLeft := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	seconds, noReset := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if noLimit != nil || noLeft != nil || noReset != nil || limit <= 0 || !(seconds >= 0 && seconds <= longestReset.Seconds()) {
		return
	}
	if k.limit > 0 && time.Now().Before(k.reset) {
		left = min(left, k.left) // answers come in any order, and those that are out are taken out already
	} else {
		left -= k.out
	}
	k.limit, k.left, k.reset = limit, left, time.Now().Add(time.Duration(seconds*float64(time.Second)))
}

// limited empties the bucket of a route for a while.
func (b *buckets) limited(route string, d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k := b.byName[route]; k != nil {
		k.limit, k.left, k.reset = max(k.limit, 1), 0, time.Now().Add(d)
	}
}
