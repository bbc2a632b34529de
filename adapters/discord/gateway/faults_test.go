package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
)

type fault struct {
	name   string
	script func(*peer)
	lasts  time.Duration // approximate life of the connection
	reason string
	code   int
}

// A new connection resumes at once if there is a session, or else identifies after a pause.
func TestFaults(t *testing.T) {
	const (
		seconds = time.Second
		cut     = "connection lost: websocket: close 1006 (abnormal closure): unexpected EOF"
	)
	faults := []fault{
		{"no hello", func(p *peer) { p.await(2) }, 20 * seconds, "not ready in time", 0},
		{"hello too late", func(p *peer) { p.idle(21 * seconds); p.identify() }, 20 * seconds, "not ready in time", 0},
		{"no READY", func(p *peer) { p.identify(); p.answer() }, 20 * seconds, "not ready in time", 0},
		{"READY too late", func(p *peer) { p.identify(); p.idle(21 * seconds); p.begin() }, 20 * seconds, "not ready in time", 0},
		{"other events instead of READY", func(p *peer) { p.identify(); p.send(`{"op":0,"s":1,"t":"RESUMED","d":null}`); p.answer() }, 20 * seconds, "not ready in time", 0},
		{"hello without an interval", func(p *peer) { p.send(`{"op":10,"d":{}}`); p.await(2) }, 0, "hello not understood", 0},
		{"hello without data", func(p *peer) { p.send(`{"op":10}`); p.await(2) }, 0, "hello not understood", 0},
		{"hello with a negative interval", func(p *peer) { p.send(`{"op":10,"d":{"heartbeat_interval":-1}}`); p.await(2) }, 0, "hello not understood", 0},
		{"hello with a huge interval", func(p *peer) { p.send(`{"op":10,"d":{"heartbeat_interval":9223372036854775807}}`); p.await(2) }, 0, "hello not understood", 0},
		{"binary frame", func(p *peer) { p.raw(0x82, 2, 'h', 'i'); p.await(2) }, 0, "message not text", 0},
		{"frame too large", func(p *peer) { p.raw(0x81, 127, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF); p.await(2) }, 0, "connection lost: websocket: read limit exceeded", 1006},
		{"fragments too large", func(p *peer) { p.raw(0x01, 1, '{', 0x80, 127, 0, 0, 0, 0, 0, 0x80, 0, 0); p.await(2) }, 0, "connection lost: websocket: read limit exceeded", 1006},
		{"cut off within a frame", func(p *peer) { p.greet(); p.raw(0x81, 126, 1) }, 0, cut, 1006},
		{"goodbye without a code", func(p *peer) { p.greet(); p.raw(0x88, 0); p.answer() }, 0, "closed by Discord", 1005},
	}
	endings := []fault{
		{"reset", func(*peer) {}, 0, cut, 1006},
		{"reconnect", func(p *peer) { p.send(`{"op":7,"d":null}`); p.answer() }, 0, "reconnect asked for", 0},
		{"invalid session", func(p *peer) { p.send(`{"op":9,"d":false}`); p.answer() }, 0, "session invalid", 0},
		{"invalid session to resume", func(p *peer) { p.send(`{"op":9,"d":true}`); p.answer() }, 0, "session to be resumed", 0},
	}
	for _, code := range []int{1000, 1001, 4000, 4001, 4002, 4003, 4005, 4006, 4007, 4008, 4009, 4999} {
		endings = append(endings, fault{fmt.Sprint("close ", code), func(p *peer) { p.close(code); p.answer() }, 0, "closed by Discord", code})
	}
	phases := []struct {
		name  string
		until func(*peer)
	}{
		{"before hello", func(*peer) {}},
		{"before READY", (*peer).identify},
		{"after READY", (*peer).greet},
		{"after a minute", func(p *peer) {
			p.greet()
			p.live(70 * seconds)
		}},
	}
	for _, e := range endings {
		for _, phase := range phases {
			lasts := e.lasts
			if phase.name == "after a minute" {
				lasts += 70 * seconds
			}
			faults = append(faults, fault{e.name + " " + phase.name, func(p *peer) { phase.until(p); e.script(p) }, lasts, e.reason, e.code})
		}
	}
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { testFault(t, f) }) })
	}
}

func testFault(t *testing.T, f fault) {
	began := time.Now()
	r := start(t, func(p *peer) {
		if p.number == 0 {
			f.script(p)
		} else {
			well(p)
		}
	})
	after(f.lasts + time.Minute)
	if !r.Ready() {
		t.Error("not Ready")
	}
	peers := r.connections()
	if len(peers) != 2 {
		t.Fatalf("%d connections, want 2\n%s", len(peers), r.logged)
	}
	lost := r.logged.records(t, "gateway not connected")
	if len(lost) != 1 || lost[0].Reason != f.reason || lost[0].Code != f.code {
		t.Fatalf("want one line with reason %q and code %d:\n%s", f.reason, f.code, r.logged)
	}
	least, most := time.Second, 2*time.Second
	dropped := f.reason == "session invalid" || f.code == 4007 || f.code == 4009
	resumes := !peers[0].ready.IsZero() && !peers[0].ready.After(peers[0].ended) && !dropped
	switch {
	case resumes:
		least, most = 0, 0
	case f.reason == "session invalid":
		most = 5 * time.Second
	}
	if w := lost[0].Wait; w < least || w > most {
		t.Errorf("waits %v, want %v to %v", w, least, most)
	}
	if resumes != !peers[1].resumed.IsZero() || resumes != peers[1].identified.IsZero() {
		t.Errorf("resumed at %v, identified at %v; resumes %t", peers[1].resumed, peers[1].identified, resumes)
	}
	if d := lost[0].Time.Sub(began); d < f.lasts || d > f.lasts+2*time.Second {
		t.Errorf("lost after %v, want about %v", d, f.lasts)
	}
	again := peers[1].began.Sub(lost[0].Time)
	if first := peers[0].identified; !first.IsZero() && !resumes {
		most = max(most, 6*time.Second) // the shard may have to wait for its turn
	}
	if again < lost[0].Wait || again > most {
		t.Errorf("connected again after %v, want %v to %v", again, lost[0].Wait, most)
	}
	if peers[0].ended.Sub(began) > f.lasts+2*time.Second {
		t.Errorf("the old connection lived until %v", peers[0].ended.Sub(began))
	}
}

func TestRefused(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		for _, late := range []bool{false, true} {
			fake.Bubble(t, fmt.Sprint(code, " ", late), func(t *testing.T) {
				r := run(t, newDiscord(t, nil, func(p *peer) {
					switch {
					case p.number == 1 && late:
						p.greet()
						p.close(code)
					case p.number == 1:
						p.identify()
						p.close(code)
					default:
						p.greet()
					}
					p.answer()
				}), nil, recommending(3))
				err := r.end()
				refused, ok := errors.AsType[*gateway.RefusedError](err)
				if !ok || refused.Code != code {
					t.Fatalf("Run: %v, want code %d", err, code)
				}
				if got := errors.Is(err, gateway.ErrUnauthorized); got != (code == 4004) {
					t.Errorf("ErrUnauthorized: %t", got)
				}
				after(time.Hour)
				for _, p := range r.connections() {
					if p.ended.IsZero() || p.number > 1 {
						t.Errorf("connection %d began at %v and ended at %v", p.number, p.began, p.ended)
					}
				}
			})
		}
	}
}

func TestUnauthorized(t *testing.T) {
	for _, late := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			asked := 0
			r := run(t, newDiscord(t, nil, func(p *peer) {
				p.greet()
				p.close(4009)
			}), nil, func(c *gateway.Config) {
				c.Info = func(context.Context) (gateway.Info, error) {
					if asked++; asked > 1 || !late {
						return gateway.Info{}, fmt.Errorf("ask: %w", gateway.ErrUnauthorized)
					}
					return info(), nil
				}
			})
			err := r.end()
			if refused, ok := errors.AsType[*gateway.RefusedError](err); !ok || refused.Code != http.StatusUnauthorized || !errors.Is(err, gateway.ErrUnauthorized) {
				t.Errorf("Run: %v, want the status 401", err)
			}
		})
	}
}

// Every attempt fails before there is a websocket.
func TestUnreachable(t *testing.T) {
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }
	mistake := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Upgrade", "websocket") // the key is missing
		w.Header().Set("Connection", "Upgrade")
		w.WriteHeader(http.StatusSwitchingProtocols)
	}
	tests := []struct {
		name   string
		serve  http.HandlerFunc
		change func(*gateway.Config)
		line   string
		reason string
		code   int
	}{
		{"dial", refuse, func(c *gateway.Config) {
			c.Network.Dial = func(context.Context, string, string) (net.Conn, error) {
				return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "gateway.example"}}
			}
		}, "gateway not connected", "dial: no such host", 0},
		{"dial without end", refuse, func(c *gateway.Config) {
			c.Network.Dial = func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }
		}, "gateway not connected", "not ready in time", 0},
		{"HTTP", refuse, func(*gateway.Config) {}, "gateway not connected", "no websocket", 503},
		{"wrong key", mistake, func(*gateway.Config) {}, "gateway not connected", "no websocket", 101},
		{"info", refuse, func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) { return gateway.Info{}, errors.New("out of order") }
		}, "gateway unknown", "ask for the gateway: out of order", 0},
		{"info without end", refuse, func(c *gateway.Config) {
			c.Info = func(ctx context.Context) (gateway.Info, error) { <-ctx.Done(); return gateway.Info{}, ctx.Err() }
		}, "gateway unknown", "ask for the gateway: context deadline exceeded", 0},
		{"address", refuse, func(c *gateway.Config) {
			c.Info = func(context.Context) (gateway.Info, error) {
				return gateway.Info{URL: "https://gateway.example", Remaining: 1000}, nil
			}
		}, "gateway unknown", "the gateway has no websocket address", 0},
	}
	for _, test := range tests {
		fake.Bubble(t, test.name, func(t *testing.T) {
			d := newDiscord(t, nil, well)
			d.server.Handler = test.serve
			r := run(t, d, nil, test.change)
			after(20 * time.Minute)
			if r.Ready() {
				t.Error("Ready")
			}
			r.stop()
			if err := r.end(); err != nil {
				t.Errorf("Run: %v", err)
			}
			lines := r.logged.records(t, test.line)
			if len(lines) < 12 {
				t.Fatalf("only %d lines:\n%s", len(lines), r.logged)
			}
			for i, line := range lines {
				most := min(2*time.Second<<min(i, 10), time.Minute)
				if line.Wait < most/2 || line.Wait > most {
					t.Errorf("pause %d is %v, want %v to %v", i, line.Wait, most/2, most)
				}
				if line.Reason != test.reason || line.Code != test.code {
					t.Errorf("reason %q, code %d; want %q, %d", line.Reason, line.Code, test.reason, test.code)
				}
			}
		})
	}
}
