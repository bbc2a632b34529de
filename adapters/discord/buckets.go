package discord

import (
	"context"
	"net/http"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
)

// buckets respects the rate limits of single routes. Discord sends them in the headers of its
// answers: https://docs.discord.com/developers/topics/rate-limits#header-format. It may be used
// concurrently.
type buckets struct {
	observer exchange.Observer

	mu     sync.Mutex // guards the fields below and all buckets
	byName map[string]*bucket
	sweep  int // number of buckets at which expired ones are deleted
}

// bucket counts the requests that a route accepts until a reset.
type bucket struct {
	turn  chan struct{} // held by the request that waits for the reset; others queue behind it
	users int           // requests that wait or are out
	out   int           // requests that are out
	limit int           // requests until the next reset; 0 if unknown
	left  int           // requests left before the reset
	reset time.Time
}

// longestReset limits how far away a reset may be; later ones are ignored.
const longestReset = time.Hour

// minSweep is the smallest number of buckets that starts a deletion of expired ones.
const minSweep = 256

func newBuckets(o exchange.Observer) *buckets {
	return &buckets{observer: o, byName: make(map[string]*bucket), sweep: minSweep}
}

// wait waits until the route accepts a request. A request that is not patient gets errDropped
// instead of a long wait. The caller must call report with the headers of the answer, or with
// nil if there was no answer.
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

// enter returns the bucket of a route, and counts a request that uses it.
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

// take waits until the bucket has a request left, and takes it.
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

// delay takes a request from the bucket and returns 0, or returns how long the bucket stays
// empty.
func (b *buckets) delay(k *bucket) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
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

// note updates a bucket from the headers of an answer.
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
		left = min(left, k.left) // answers come in any order, and requests that are out were already taken
	} else {
		left -= k.out
	}
	k.limit, k.left, k.reset = limit, left, time.Now().Add(time.Duration(seconds*float64(time.Second)))
}

// limited empties the bucket of a route for a time.
func (b *buckets) limited(route string, d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k := b.byName[route]; k != nil {
		k.limit, k.left, k.reset = max(k.limit, 1), 0, time.Now().Add(d)
	}
}
