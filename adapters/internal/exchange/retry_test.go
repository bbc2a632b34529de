package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func TestRetry(t *testing.T) {
	passing, final, limited := errors.New("passing"), errors.New("final"), errors.New("limited")
	all := func(failures ...error) []error { return failures }
	for name, c := range map[string]struct {
		tries    uint
		deadline time.Duration
		cancel   time.Duration
		failures []error // errors of the first attempts; later attempts succeed
		want     error
		took     []time.Duration // milliseconds until each attempt
	}{
		"a success":              {want: nil, took: []time.Duration{0}},
		"one failure":            {failures: all(passing), took: []time.Duration{0, 1500}},
		"pauses double":          {failures: all(passing, passing, passing, passing), took: []time.Duration{0, 1500, 4500, 10500, 18000}},
		"what does not pass":     {failures: all(passing, final), want: final, took: []time.Duration{0, 1500}},
		"too many":               {tries: 3, failures: all(passing, passing, limited), want: limited, took: []time.Duration{0, 1500, 4500}},
		"a wait that is told":    {failures: all(passing, limited, passing), took: []time.Duration{0, 1500, 31500, 33000}},
		"no time for a pause":    {deadline: 4499 * time.Millisecond, failures: all(passing, passing), want: passing, took: []time.Duration{0, 1500}},
		"no time after a pause":  {deadline: 4500 * time.Millisecond, failures: all(passing, passing), want: passing, took: []time.Duration{0, 1500}},
		"just time for a pause":  {deadline: 4501 * time.Millisecond, failures: all(passing, passing), took: []time.Duration{0, 1500, 4500}},
		"its time is over":       {deadline: -time.Second, failures: all(passing), want: passing, took: []time.Duration{0}},
		"cancelled in a pause":   {cancel: time.Second, failures: all(passing), want: passing, took: []time.Duration{0}},
		"cancelled before it":    {cancel: -1, failures: all(passing), want: passing, took: []time.Duration{0}},
		"cancelled, but it does": {cancel: -1, took: []time.Duration{0}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if c.deadline != 0 {
					ctx, cancel = context.WithDeadline(ctx, time.Now().Add(c.deadline))
					defer cancel()
				}
				if c.cancel > 0 {
					time.AfterFunc(c.cancel, cancel)
				} else if c.cancel < 0 {
					cancel()
				}
				began := time.Now()
				var took, waits []time.Duration
				r := exchange.Retry{
					First: 2 * time.Second, Longest: 10 * time.Second, Tries: c.tries,
					Random: func(most time.Duration) time.Duration { return most / 2 },
					Temporary: func(err error) (time.Duration, bool) {
						if err == limited {
							return 30 * time.Second, true
						}
						return 0, err != final
					},
					BeforePause: func(err error, wait time.Duration) {
						if err != passing && err != limited {
							t.Errorf("it waits after %v", err)
						}
						waits = append(waits, wait)
					},
				}
				err := r.Do(ctx, func() error {
					took = append(took, time.Since(began)/time.Millisecond)
					if len(took) <= len(c.failures) {
						return c.failures[len(took)-1]
					}
					return nil
				})
				if err != c.want || !slices.Equal(took, c.took) {
					t.Errorf("attempts at %v end with %v, want %v and %v", took, err, c.took, c.want)
				}
				var sum time.Duration
				for i := range took[1:] {
					if sum += waits[i] / time.Millisecond; sum != took[i+1] {
						t.Errorf("it says that it waits for %v, attempts are at %v", waits, took)
					}
				}
			})
		})
	}
}

// Pauses are spread at random between half and all of the full pause.
func TestBackoff(t *testing.T) {
	least, most := time.Hour, time.Duration(0)
	for range 1000 {
		b := exchange.NewBackoff(time.Second, time.Minute, nil)
		b.NextBackOff()
		d := b.NextBackOff()
		least, most = min(least, d), max(most, d)
	}
	if least < time.Second || least > 1100*time.Millisecond || most >= 2*time.Second || most < 1900*time.Millisecond {
		t.Errorf("second pauses are from %v to %v, want 1s to 2s", least, most)
	}
}

// A page whose rewrite was dropped because too many jobs waited is written after the next change.
func TestDroppedPagesAreWrittenLater(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(10 * time.Second)
		var pages exchange.Pages[string]
		var written atomic.Int32
		who := chat.UserID{Platform: "p", Team: "t", ID: "ana"}
		refresh := func() {
			pages.Refresh(o, []chat.UserID{who}, func(context.Context, chat.UserID, string) { written.Add(1) })
			time.Sleep(10 * time.Second)
		}
		pages.Open(who, "here", true)
		for n := range 2000 {
			o.Put(place("t", fmt.Sprint(n)), []chat.Effect{said("other")}, p.send)
		}
		refresh()
		time.Sleep(time.Hour)
		if written.Load() > 0 {
			t.Fatal("nothing was left out")
		}
		refresh()
		if n := written.Load(); n != 1 {
			t.Errorf("it is written %d times", n)
		}
	})
}
