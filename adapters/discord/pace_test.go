package discord

import (
	"context"
	"errors"
	"slices"
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
