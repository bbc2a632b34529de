package exchange_test

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
)

type server struct {
	status int
	err    error
	takes  time.Duration
	asked  atomic.Int32
}

func (s *server) RoundTrip(*http.Request) (*http.Response, error) {
	s.asked.Add(1)
	time.Sleep(s.takes)
	if s.err != nil {
		return nil, s.err
	}
	return &http.Response{StatusCode: s.status, Body: http.NoBody}, nil
}

func ask(ctx context.Context, b *exchange.Breaker) error {
	resp, err := b.RoundTrip((&http.Request{}).WithContext(ctx))
	if err == nil {
		_ = resp.Body.Close()
	}
	return err
}

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{status: http.StatusBadGateway}
		var told []bool
		b := exchange.NewBreaker(s, exchange.Observer{Works: func(does bool) { told = append(told, does) }})
		ask := func() error { return ask(t.Context(), b) }
		for n := 1; n <= 5; n++ {
			if b.Admits() != math.MaxInt || ask() != nil {
				t.Fatalf("it is open after %d failures", n-1)
			}
		}
		pause := time.Second
		for range 6 { // 1, 2, 4, 8, 15 and 15 seconds
			if b.Admits() != 0 || !errors.Is(ask(), exchange.ErrBroken) {
				t.Fatalf("it lets requests through at once, before a pause of %v", pause)
			}
			time.Sleep(pause - time.Nanosecond)
			if b.Admits() != 0 {
				t.Fatalf("it is open for less than %v", pause)
			}
			time.Sleep(time.Nanosecond)
			if b.Admits() != 1 || ask() != nil {
				t.Fatalf("it lets none through after %v", pause)
			}
			pause = min(2*pause, 15*time.Second)
		}
		if s.asked.Load() != 11 || !slices.Equal(told, []bool{false}) {
			t.Errorf("%d requests, told %v", s.asked.Load(), told)
		}
		time.Sleep(pause)
		s.status = http.StatusTooManyRequests // a 429 counts as an answer
		if ask() != nil || b.Admits() != math.MaxInt || !slices.Equal(told, []bool{false, true}) {
			t.Errorf("it admits %d after one that worked, told %v", b.Admits(), told)
		}
	})
}

func TestBreakerTriesOneAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{err: errors.New("cut")}
		b := exchange.NewBreaker(s, exchange.Observer{})
		ask := func() error { return ask(t.Context(), b) }
		for range 5 {
			_ = ask()
		}
		time.Sleep(time.Second)
		s.takes, s.err, s.status = 10*time.Second, nil, http.StatusOK
		go func() { _ = ask() }()
		synctest.Wait()
		if b.Admits() != 0 || !errors.Is(ask(), exchange.ErrBroken) {
			t.Error("a second one is let through while the first has no answer")
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if b.Admits() != math.MaxInt {
			t.Error("it stays open after one that worked")
		}
	})
}

// Only consecutive failures count. Failures of requests sent before the breaker opened do not
// prolong its pause.
func TestBreakerCountsFailuresInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{status: http.StatusOK}
		b := exchange.NewBreaker(s, exchange.Observer{})
		ask := func() { _ = ask(t.Context(), b) }
		for range 3 {
			s.status = http.StatusInternalServerError
			for range 4 {
				ask()
			}
			s.status = http.StatusOK
			ask()
		}
		if b.Admits() != math.MaxInt {
			t.Error("it opens after four in a row")
		}
		s.status, s.takes = http.StatusInternalServerError, time.Second
		for range 20 {
			go ask()
		}
		time.Sleep(time.Second)
		synctest.Wait()
		time.Sleep(time.Second)
		if b.Admits() != 1 {
			t.Error("twenty at a time keep it open for more than a second")
		}
	})
}

func TestBreakerIgnoresWhatIsCanceled(t *testing.T) {
	s := &server{err: context.Canceled}
	b := exchange.NewBreaker(s, exchange.Observer{})
	for range 20 {
		_ = ask(t.Context(), b)
	}
	if b.Admits() != math.MaxInt {
		t.Error("it opens")
	}
}

// A request whose context ends before it is sent says nothing about the platform, and does not
// count as the trial.
func TestBreakerSendsNothingTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{err: errors.New("cut")}
		b := exchange.NewBreaker(s, exchange.Observer{})
		late, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		time.Sleep(time.Second + 1)
		for range 20 {
			if err := ask(late, b); !errors.Is(err, context.DeadlineExceeded) || !exchange.SurelyUnsent(err) {
				t.Fatalf("it fails with %v", err)
			}
		}
		if s.asked.Load() != 0 || b.Admits() != math.MaxInt {
			t.Errorf("%d requests were sent, it admits %d", s.asked.Load(), b.Admits())
		}
		for range 5 {
			_ = ask(t.Context(), b)
		}
		if err := ask(late, b); !errors.Is(err, exchange.ErrBroken) {
			t.Errorf("open, it fails with %v", err)
		}
		time.Sleep(time.Second)
		if err := ask(late, b); !errors.Is(err, context.DeadlineExceeded) || b.Admits() != 1 {
			t.Errorf("after the pause it fails with %v, and then admits %d", err, b.Admits())
		}
	})
}

func TestSurelyUnsent(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{exchange.ErrBroken, true},
		{&net.OpError{Op: "dial", Err: errors.New("refused")}, true},
		{&net.OpError{Op: "read", Err: errors.New("reset")}, false},
		{context.DeadlineExceeded, false},
	} {
		if got := exchange.SurelyUnsent(c.err); got != c.want {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
	}
}
