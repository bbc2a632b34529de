package gateway_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
)

func (r *running) identified(began time.Time) (at []time.Duration) {
	for _, p := range r.connections() {
		p.mu.Lock()
		if !p.identified.IsZero() {
			at = append(at, p.identified.Sub(began))
		}
		p.mu.Unlock()
	}
	slices.Sort(at)
	return at
}

// TestTurns counts how many shards identify within any 5 seconds.
func TestTurns(t *testing.T) {
	tests := []struct {
		name        string
		of          int // number of shards
		concurrency int
		late        func(connection int) time.Duration
		takes       time.Duration
	}{
		{"one by one", 4, 1, nil, 16 * time.Second},
		{"two by two", 4, 2, nil, 6 * time.Second},
		{"all at once", 4, 4, nil, time.Second},
		{"no limit told", 2, 0, nil, 6 * time.Second},
		{"late at first", 4, 1, func(n int) time.Duration {
			if n == 0 {
				return 10 * time.Second
			}
			return 0
		}, 26 * time.Second},
		{"ever earlier", 4, 1, func(n int) time.Duration { return time.Duration(4-n) * 2 * time.Second }, 36 * time.Second},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			began := time.Now()
			r := start(t, func(p *peer) {
				if test.late != nil {
					p.idle(test.late(p.number))
				}
				well(p)
			}, func(c *gateway.Config) {
				c.Info = func(context.Context) (gateway.Info, error) {
					i := info()
					i.Shards, i.MaxConcurrency = test.of, test.concurrency
					return i, nil
				}
			})
			for range int(test.takes / time.Millisecond) {
				if r.Ready() {
					break
				}
				after(time.Millisecond)
			}
			at := r.identified(began)
			if !r.Ready() || len(at) != test.of {
				t.Fatalf("Ready %t after %v, identified at %v", r.Ready(), test.takes, at)
			}
			most := max(test.concurrency, 1)
			for i := most; i < len(at); i++ {
				if at[i]-at[i-most] < 5*time.Second {
					t.Errorf("more than %d within 5 seconds: %v", most, at)
				}
			}
			seen := make(map[string]bool)
			for _, p := range r.connections() {
				seen[string(p.identity)] = true
			}
			if len(seen) != test.of {
				t.Errorf("%d different shards, want %d", len(seen), test.of)
			}
		})
	}
}

// TestTurnNotUsed checks that a connection that ends without an identify gives its turn back.
func TestTurnNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		r := start(t, func(p *peer) {
			if p.number > 0 {
				well(p)
			}
		}, recommending(2))
		after(time.Minute)
		if at := r.identified(began); len(at) != 2 || at[0] > time.Second {
			t.Errorf("identified at %v, want the first at once", at)
		}
	})
}

// TestUsedUp ends every session at once, until Discord allows no more.
func TestUsedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const total = 60
		began := time.Now()
		used, resets := 0, began.Add(5*time.Hour)
		r := start(t, func(p *peer) {
			p.greet()
			used++
			p.close(4009)
		}, func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) {
				if now := time.Now(); !now.Before(resets) {
					used, resets = 0, resets.Add(24*time.Hour)
				}
				i := info()
				i.Remaining, i.ResetAfter = total-used, time.Until(resets)
				return i, nil
			}
		})
		after(5*time.Hour - time.Second)
		if n := len(r.connections()); n != total-50 {
			t.Errorf("%d sessions, want those that leave 50", n)
		}
		told := r.logged.records(t, "gateway sessions are used up")
		if len(told) != 1 || told[0].Wait < 4*time.Hour || told[0].Level.String() != "ERROR" {
			t.Errorf("want one error that says how long it takes:\n%s", r.logged)
		}
		after(time.Minute)
		if n := len(r.connections()); n <= total-50 {
			t.Error("nothing after the reset")
		}
		after(23 * time.Hour)
		if n := len(r.connections()); n != 2*(total-50) {
			t.Errorf("%d sessions after the reset, want %d", n, 2*(total-50))
		}
		if n := len(r.logged.records(t, "gateway sessions are used up")); n != 2 {
			t.Errorf("%d errors, want 2", n)
		}
	})
}

// Many shards cause one request to Discord, and an old answer another, which may fail.
func TestInfoAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		lose := make(chan bool)
		r := start(t, func(p *peer) {
			p.greet()
			for {
				select {
				case <-lose:
					p.close(4009)
					return
				case _, ok := <-p.received:
					if !ok {
						return
					}
					p.send(`{"op":11}`)
				}
			}
		}, func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) {
				if asked++; asked == 2 {
					return gateway.Info{}, errors.New("out of order")
				}
				i := info()
				i.Shards = 3
				return i, nil
			}
		})
		after(time.Minute)
		check := func(when string, connections, want int) {
			t.Helper()
			if n := len(r.connections()); n != connections || asked != want {
				t.Errorf("%s: %d connections, asked %d times; want %d, %d", when, n, asked, connections, want)
			}
		}
		check("at first", 3, 1)
		lose <- true
		after(time.Minute)
		check("after a minute", 4, 1)
		after(5 * time.Minute)
		check("later", 4, 1)
		lose <- true
		after(time.Minute)
		check("after a failure", 5, 3)
		lose <- true
		after(time.Minute)
		check("with a new answer", 6, 3)
		if n := len(r.logged.records(t, "gateway not connected")); n != 4 {
			t.Errorf("%s\n%d lines, want 4", r.logged, n)
		}
	})
}
