package gateway_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
)

// The gateway must leave no goroutine in any phase, or the bubble would fail.
func TestStop(t *testing.T) {
	tests := []struct {
		name   string
		script func(*peer)
		change func(*gateway.Config)
		after  time.Duration
	}{
		{name: "at once", script: well},
		{name: "asking Discord", script: well, after: time.Second, change: func(c *gateway.Config) {
			c.Info = func(ctx context.Context) (gateway.Info, error) { <-ctx.Done(); return gateway.Info{}, ctx.Err() }
		}},
		{name: "after Discord did not answer", script: well, after: 100 * time.Millisecond, change: func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) { return gateway.Info{}, errors.New("out of order") }
		}},
		{name: "dialing", script: well, after: time.Second, change: func(c *gateway.Config) {
			c.Network.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
		}},
		{name: "waiting for the websocket", script: well, after: time.Second, change: func(c *gateway.Config) {
			c.Network.Dial = func(context.Context, string, string) (net.Conn, error) {
				here, there := net.Pipe()
				go func() {
					defer there.Close()
					buffer := make([]byte, 1024)
					for {
						if _, err := there.Read(buffer); err != nil {
							return
						}
					}
				}()
				return here, nil
			}
		}},
		{name: "waiting for hello", script: func(p *peer) { p.await(2) }, after: time.Second},
		{name: "waiting for READY", script: func(p *peer) { p.identify(); p.answer() }, after: time.Second},
		{name: "READY", script: well, after: time.Second},
		{name: "long READY", script: well, after: time.Hour},
		{name: "losing a connection", script: func(p *peer) { p.greet() }, after: 500 * time.Millisecond},
		{name: "before the next try", script: func(p *peer) { p.greet(); p.close(4009) }, after: 1500 * time.Millisecond},
		{name: "waiting for a turn", script: well, after: 2 * time.Second, change: recommending(3)},
		{name: "with nothing left", script: well, after: time.Hour, change: func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) {
				i := info()
				i.Shards, i.Remaining, i.MaxConcurrency = 3, 1, 2
				return i, nil
			}
		}},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			if test.change == nil {
				test.change = func(*gateway.Config) {}
			}
			r := run(t, newDiscord(t, nil, test.script), nil, test.change)
			after(test.after)
			r.stop()
			stopped := time.Now()
			if err := r.end(); err != nil {
				t.Errorf("Run: %v", err)
			}
			if took := time.Since(stopped); took > 1100*time.Millisecond {
				t.Errorf("took %v", took)
			}
			synctest.Wait()
			before := len(r.connections())
			after(time.Hour)
			if n := len(r.connections()); n > before {
				t.Errorf("%d new connections after the end", n-before)
			}
		})
	}
}

// TestStopWaits checks that Run waits for a running interaction and accepts no further ones.
func TestStopWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun, finish := make(chan bool, 10), make(chan bool)
		r := run(t, newDiscord(t, nil, func(p *peer) {
			p.greet()
			p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":1}`)
			p.answer()
		}), nil, func(c *gateway.Config) {
			c.Interaction = func([]byte) { begun <- true; <-finish }
		})
		after(time.Second)
		r.stop()
		after(time.Minute)
		select {
		case err := <-r.ended:
			t.Fatalf("Run ended before an interaction had: %v", err)
		default:
		}
		close(finish)
		if err := r.end(); err != nil {
			t.Error(err)
		}
		if len(begun) != 1 {
			t.Errorf("%d interactions began, want 1", len(begun))
		}
	})
}

func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handled := make(chan string, 1)
		r := start(t, func(p *peer) {
			p.greet()
			p.send(`{"op":0,"s":2,"t":"INTERACTION_CREATE","d":"secret"}`)
			p.send(`{"op":0,"s":3,"t":"INTERACTION_CREATE","d":"fine"}`)
			p.answer()
		}, func(c *gateway.Config) {
			c.Interaction = func(raw []byte) {
				if strings.Contains(string(raw), "secret") {
					panic("what was sent is " + string(raw)) // the log must not contain it: see run
				}
				handled <- string(raw)
			}
		})
		if got := <-handled; got != `"fine"` {
			t.Errorf("got %q", got)
		}
		synctest.Wait()
		if n := len(r.logged.records(t, "recovered from a panic in an interaction")); n != 1 {
			t.Errorf("%d panics logged, want 1:\n%s", n, r.logged)
		}
	})
}
