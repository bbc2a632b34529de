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

// ErrBroken reports that a request was not sent, because the platform has not worked
// for a while.
var ErrBroken = errors.New("not sent: the platform does not work")

// Breaker is an [http.RoundTripper] that gives up while the platform does not work. It opens
// after five requests in a row without an answer, or with one of the server's errors. Open, it
// lets nothing through for a second and then one request to try, with longer pauses of up to
// fifteen seconds, until one succeeds.
type Breaker struct {
	next     http.RoundTripper
	observer Observer

	mu       sync.Mutex // guards the rest
	failures int
	pause    time.Duration // length of the last opening; 0 while the breaker is closed
	until    time.Time     // end of the opening
	trying   bool          // the request that tries has no answer yet
}

// NewBreaker returns a breaker over a transport. The observer hears when it opens and closes.
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
	case errors.Is(err, context.Canceled): // by the caller, which says nothing about the platform
	case err != nil || resp.StatusCode >= http.StatusInternalServerError:
		b.failed(try)
	default:
		b.worked()
	}
	return resp, err
}

// Admits returns how many requests the breaker lets through now: none, one to try, or
// [math.MaxInt].
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

// SurelyUnsent reports whether a failed request cannot have arrived: the breaker was open, or
// no connection was made, or the proxy made none.
func SurelyUnsent(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, ErrBroken) || ok && (failed.Op == "dial" || failed.Op == opProxy)
}
