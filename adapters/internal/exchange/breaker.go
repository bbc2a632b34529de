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

const (
	failuresToOpen = 5 // consecutive failures
	firstOpen      = time.Second
	longestOpen    = 15 * time.Second
)

// ErrBroken reports that a request was not sent because the platform has been failing.
var ErrBroken = errors.New("not sent: the platform does not work")

// Breaker is an [http.RoundTripper] that stops sending while the platform is down. It opens after
// five failed requests in a row: no answer, or a 5xx status. It then refuses every request for one
// second and lets one trial through. Each failed trial makes the next pause longer, up to fifteen
// seconds. A successful request closes the breaker.
type Breaker struct {
	next     http.RoundTripper
	observer Observer

	mu       sync.Mutex // guards the rest
	failures int
	pause    time.Duration // length of the current pause; 0 while the breaker is closed
	until    time.Time     // end of the pause
	trying   bool          // the trial request has no answer yet
}

// NewBreaker returns a closed breaker in front of next. It notifies o when it opens or closes.
func NewBreaker(next http.RoundTripper, o Observer) *Breaker {
	return &Breaker{next: next, observer: o}
}

// RoundTrip implements [http.RoundTripper]. It returns [ErrBroken] while the breaker is open. A
// request whose context has ended is neither sent nor counted.
func (b *Breaker) RoundTrip(r *http.Request) (*http.Response, error) {
	var unsent error
	if err := r.Context().Err(); err != nil {
		unsent = &net.OpError{Op: "dial", Net: "tcp", Err: err} // as a dialer would return
	}
	b.mu.Lock()
	admits := b.admits()
	trial := admits == 1 && unsent == nil
	b.trying = b.trying || trial
	b.mu.Unlock()
	if admits == 0 {
		unsent = ErrBroken
	}
	if unsent != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, unsent
	}
	resp, err := b.next.RoundTrip(r)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = b.trying && !trial
	wasOpen := b.pause > 0
	switch {
	case errors.Is(err, context.Canceled): // the caller canceled, which says nothing about the platform
		return resp, err
	case err == nil && resp.StatusCode < http.StatusInternalServerError:
		b.failures, b.pause = 0, 0
	default:
		b.failures++
		if wasOpen && trial || !wasOpen && b.failures >= failuresToOpen { // requests sent before the breaker opened do not prolong its pause
			b.pause = min(max(2*b.pause, firstOpen), longestOpen)
			b.until = time.Now().Add(b.pause)
		}
	}
	if isOpen := b.pause > 0; isOpen != wasOpen {
		b.observer.SetWorking(!isOpen)
	}
	return resp, err
}

// Admits returns how many requests may pass now: 0, 1 for a trial, or [math.MaxInt].
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

// SurelyUnsent reports whether a failed request cannot have arrived: the breaker was open, or there
// was no connection to the platform.
func SurelyUnsent(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return errors.Is(err, ErrBroken) || ok && (failed.Op == "dial" || failed.Op == opProxy)
}

// Observer receives events for metrics. Each function may be nil, may be called concurrently, and must not block.
type Observer struct {
	Acknowledged func(after time.Duration, err error) // time from a delivery to its first answer, which may have failed
	Reconnecting func()                               // before each attempt to replace a lost or failed connection
	Waited       func(time.Duration)                  // after a delay by a rate limit
	Works        func(bool)                           // false when the platform's API stops working, true when it works again
}

// Each method below calls the matching function of the observer if it is set.

func (o Observer) RecordAck(after time.Duration, err error) {
	if o.Acknowledged != nil {
		o.Acknowledged(after, err)
	}
}

func (o Observer) RecordReconnect() {
	if o.Reconnecting != nil {
		o.Reconnecting()
	}
}

func (o Observer) RecordWait(d time.Duration) {
	if o.Waited != nil {
		o.Waited(d)
	}
}

func (o Observer) SetWorking(does bool) {
	if o.Works != nil {
		o.Works(does)
	}
}
