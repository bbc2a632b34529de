package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

type limitedRoute struct {
	most int
	per  time.Duration

	mu      sync.Mutex
	ends    time.Time
	taken   int
	refused int
	windows [][]string // requests of each window, in any order, because waiting requests are sent at once
}

// inOrder returns all requests, and reports whether each window has later ones than the window
// before.
func (l *limitedRoute) inOrder() (all []string, is bool) {
	for _, w := range l.windows {
		slices.Sort(w)
		all = append(all, w...)
	}
	return all, slices.IsSorted(all)
}

func (l *limitedRoute) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); !now.Before(l.ends) {
		l.ends, l.taken = now.Add(l.per), 0
		l.windows = append(l.windows, nil)
	}
	after := strconv.FormatFloat(time.Until(l.ends).Seconds(), 'f', 3, 64)
	headers := []string{"X-RateLimit-Limit", strconv.Itoa(l.most), "X-RateLimit-Reset-After", after, "X-RateLimit-Remaining"}
	if l.taken == l.most {
		l.refused++
		return reply(429, `{"retry_after":`+after+`}`, append(headers, "0")...), nil
	}
	l.taken++
	last := &l.windows[len(l.windows)-1]
	*last = append(*last, r.URL.RawQuery)
	return reply(200, `{}`, append(headers, strconv.Itoa(l.most-l.taken))...), nil
}

// Requests of one route wait in order instead of being refused.
func TestBucketsAreKeptInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		route := &limitedRoute{most: 5, per: 5 * time.Second}
		client := clientOf(route)
		send := func(ctx context.Context, i int) error {
			r := byBot
			r.route, r.path = "POST here", fmt.Sprintf("%s?%02d", r.path, i)
			return client.do(ctx, r)
		}
		if err := send(t.Context(), 0); err != nil { // learns the limit
			t.Error(err)
		}
		began := time.Now()
		var all sync.WaitGroup
		for i := range 39 {
			all.Go(func() {
				if err := send(t.Context(), i+1); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		if all, sorted := route.inOrder(); route.refused > 0 || !sorted || len(all) != 40 {
			t.Errorf("%d were refused, the others came as %v", route.refused, route.windows)
		}
		if took := time.Since(began); took > 36*time.Second {
			t.Errorf("40 took %v", took)
		}
		for range 5 {
			_ = send(t.Context(), 50)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began = time.Now()
		if err := send(ctx, 99); !errors.Is(err, errNoTurn) || time.Since(began) != 0 {
			t.Errorf("one that has no time to wait ends with %v after %v", err, time.Since(began))
		}
		hasty := byBot
		hasty.route, hasty.patient = "POST here", false
		if err := client.do(t.Context(), hasty); !errors.Is(err, errDropped) {
			t.Errorf("one that is not worth waiting for ends with %v", err)
		}
		elsewhere := byBot
		elsewhere.route = "POST there"
		if client.do(t.Context(), elsewhere); time.Since(began) != 0 && route.refused == 0 {
			t.Error("another route waits")
		}
	})
}

// A long limit of a route is respected until it ends.
func TestALongLimitIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, client := scripted(always(429, `{"retry_after":3600}`), always(200, "{}"))
		r := byBot
		r.route = "POST here"
		for _, want := range []int{1, 1} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			if err := client.do(ctx, r); err == nil || s.count() != want {
				t.Errorf("%d requests, want %d: %v", s.count(), want, err)
			}
			cancel()
			time.Sleep(30 * time.Minute)
		}
		if err := client.do(t.Context(), r); err != nil || s.count() != 2 {
			t.Errorf("after an hour: %d requests, %v", s.count(), err)
		}
	})
}

// Impossible headers are ignored.
func TestBucketsOfNonsense(t *testing.T) {
	for _, headers := range [][]string{
		{"X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1e9"},
		{"X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "-1"},
		{"X-RateLimit-Limit", "5", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "NaN"},
		{"X-RateLimit-Limit", "0", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1"},
		{"X-RateLimit-Limit", "x", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1"},
		{"X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "1"},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, client := scripted(always(200, "{}", headers...))
			r := byToken
			r.route = "there"
			for range 5 {
				if err := client.do(t.Context(), r); err != nil {
					t.Errorf("with %v: %v", headers, err)
				}
			}
		})
	}
}
