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

	"othellobot/adapters/internal/fake"
)

func turns(t *testing.T, p *pace, n int) []time.Time {
	t.Helper()
	var mu sync.Mutex
	var times []time.Time
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			if err := p.wait(t.Context(), true); err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, time.Now())
		})
	}
	all.Wait()
	slices.SortFunc(times, time.Time.Compare)
	return times
}

func densest(times []time.Time) int {
	most := 0
	for i, first := range times {
		n := slices.IndexFunc(times[i:], func(u time.Time) bool { return u.Sub(first) >= time.Second })
		if n < 0 {
			n = len(times) - i
		}
		most = max(most, n)
	}
	return most
}

func TestPaceIsKept(t *testing.T) {
	for name, pause := range map[string]time.Duration{"from the start": 0, "after a pause": 5 * time.Second} {
		fake.Bubble(t, name, func(t *testing.T) {
			p := newPace(Observer{})
			if pause > 0 {
				p.pause(pause)
			}
			began := time.Now()
			times := turns(t, p, 300)
			if most := densest(times); most > 45 {
				t.Errorf("%d turns within a second, want at most 45", most)
			}
			if first := times[0].Sub(began); first != pause {
				t.Errorf("the first turn is after %v, want %v", first, pause)
			}
			if took, limit := times[len(times)-1].Sub(times[0]), 9*time.Second; took > limit {
				t.Errorf("300 turns take %v, want at most %v", took, limit)
			}
		})
	}
}

// A pause also delays callers that already wait.
func TestPaceInAPauseDelaysTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(Observer{})
		began := time.Now()
		go func() {
			time.Sleep(500 * time.Millisecond)
			p.pause(3 * time.Second)
		}()
		for _, turn := range turns(t, p, 100) {
			if at := turn.Sub(began); at > 500*time.Millisecond && at < 3500*time.Millisecond {
				t.Fatalf("a turn after %v, in the pause", at)
			}
		}
	})
}

func TestPaceDropsImpatientRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(Observer{})
		var all sync.WaitGroup
		for range burst + int(longQueue*perSecond/time.Second) - 1 {
			all.Go(func() { p.wait(t.Context(), true) })
		}
		synctest.Wait()
		began := time.Now()
		if err := p.wait(t.Context(), false); err != nil {
			t.Errorf("with a short queue one that is in a hurry gets %v", err)
		}
		for range 20 {
			all.Go(func() { p.wait(t.Context(), true) })
		}
		synctest.Wait()
		asked := time.Now()
		for range 50 {
			if err := p.wait(t.Context(), false); !errors.Is(err, errDropped) {
				t.Fatalf("with a long queue one that is in a hurry gets %v", err)
			}
		}
		if waited := time.Since(asked); waited != 0 {
			t.Errorf("it was kept waiting for %v", waited)
		}
		all.Wait()
		if took := time.Since(began); took > time.Second {
			t.Errorf("those dropped have held up the others: %v", took)
		}
	})
}

func TestPaceInAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace(Observer{})
		p.pause(10 * time.Second)
		p.pause(time.Second) // does not shorten the pause
		if err := p.wait(t.Context(), false); !errors.Is(err, errDropped) {
			t.Errorf("one that is in a hurry gets %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, cancel)
		if err := p.wait(ctx, true); !errors.Is(err, errNoTurn) {
			t.Errorf("one whose time is up gets %v", err)
		}
		began := time.Now()
		if err := p.wait(t.Context(), true); err != nil || time.Since(began) != 8*time.Second {
			t.Errorf("a patient one gets %v after %v, want its turn when the pause is over, after 8s", err, time.Since(began))
		}
	})
}

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
