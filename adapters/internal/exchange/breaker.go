package exchange

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"sync"
	"time"
)

// When a breaker opens, and for how long.
const (
	failuresToOpen = 5 // one after the other
	firstOpen      = time.Second
	longestOpen    = 15 * time.Second
)

// ErrBroken says that a request was not sent, because the platform has not worked
// for a while.
var ErrBroken = errors.New("not sent: the platform does not work")

// Breaker is a way to a platform that gives up while the platform does not work:
// after five requests in a row that got no answer, or one of the server's errors, it
// lets none through for a second, then one to try, and so on with longer pauses of up
// to fifteen seconds, until one succeeds. It is an [http.RoundTripper].
type Breaker struct {
	next     http.RoundTripper
	observer Observer

	mu       sync.Mutex // guards the rest
	failures int
	pause    time.Duration // of the last opening; 0 while it is closed
	until    time.Time     // nothing is sent before
	trying   bool          // one request is out to try
}

// NewBreaker makes a breaker over a transport, which observes that it opens and
// closes.
func NewBreaker(next http.RoundTripper, o Observer) *Breaker {
	return &Breaker{next: next, observer: o}
}

// RoundTrip implements [http.RoundTripper]. It fails with [ErrBroken] where nothing
// was sent.
func (b *Breaker) RoundTrip(r *http.Request) (*http.Response, error) {
	b.mu.Lock()
	admits := b.admits()
	try := admits == 1
	b.trying = b.trying || try
	b.mu.Unlock()
	if admits == 0 {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, ErrBroken
	}
	resp, err := b.next.RoundTrip(r)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = b.trying && !try
	switch {
	case errors.Is(err, context.Canceled): // by whoever asked, and nothing is known of the platform
	case err != nil || resp.StatusCode >= http.StatusInternalServerError:
		b.failed(try)
	default:
		b.worked()
	}
	return resp, err
}

// Admits is how many requests it lets through now: none, one to try, or any number,
// which is [math.MaxInt].
func (b *Breaker) Admits() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.admits()
}

func (b *Breaker) admits() int {
	switch {
	case b.pause == 0:
		return math.MaxInt
	case b.trying || time.Now().Before(b.until):
		return 0
	default:
		return 1
	}
}

// worked closes the breaker. b.mu is held.
func (b *Breaker) worked() {
	wasOpen := b.pause > 0
	b.failures, b.pause = 0, 0
	if wasOpen {
		b.observer.Working(true)
	}
}

// failed counts a failure, and opens the breaker after several, or for longer if that was
// the one to try. b.mu is held.
func (b *Breaker) failed(try bool) {
	b.failures++
	wasOpen := b.pause > 0
	if !wasOpen && b.failures < failuresToOpen || wasOpen && !try { // too few, or of a request that was sent before it opened
		return
	}
	b.pause = min(max(2*b.pause, firstOpen), longestOpen)
	b.until = time.Now().Add(b.pause)
	if !wasOpen {
		b.observer.Working(false)
	}
}

// SurelyUnsent reports whether a request that failed has surely not arrived: the
// breaker was open, or there was no connection to send it over, or none by way of the proxy.
func SurelyUnsent(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, ErrBroken) || ok && (failed.Op == "dial" || failed.Op == opProxy)
}
