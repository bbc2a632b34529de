package slack_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

func prepared(t *testing.T, s *slacktest.Server, way string) *stage {
	t.Helper()
	g := newStage(t, s, transports(s)[way])
	if err := g.adapter.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *stage) begin(ctx context.Context, h chat.Handler) {
	go func() {
		defer close(g.ended)
		g.ended <- g.adapter.Run(ctx, h)
	}()
}

const (
	open     = "apps.connections.open"
	authTest = "auth.test"
)

// checkRefusal checks that the adapter rarely calls a refused method, and recovers once Slack accepts
// the method again.
func (g *stage) checkRefusal(method, says string) {
	g.t.Helper()
	began := g.Calls(method)
	time.Sleep(20 * time.Second)
	if n := g.Calls(method) - began; n > 1 {
		g.t.Errorf("in 20 seconds it has tried again %d times", n)
	}
	time.Sleep(24 * time.Hour)
	if n := g.Calls(method) - began; n < 24 || n > 60 {
		g.t.Errorf("in a day it has tried %d times", n)
	}
	log := g.log.String()
	if len(g.ended) > 0 || g.adapter.Ready() || !slices.Equal(g.watch.Works, []bool{false}) {
		g.t.Errorf("it has ended: %t, is ready: %t, works: %t", len(g.ended) > 0, g.adapter.Ready(), g.watch.Works)
	}
	if strings.Count(log, "until an operator acts") != 1 || !strings.Contains(log, says) || strings.Contains(log, g.AppToken()) || strings.Contains(log, g.BotToken()) {
		g.t.Errorf("the log says %s", log)
	}
	g.Fail(nil)
	time.Sleep(time.Hour + time.Second)
	if !g.adapter.Ready() || !slices.Equal(g.watch.Works, []bool{false, true}) {
		g.t.Errorf("when all is well again it is ready: %t, works: %t", g.adapter.Ready(), g.watch.Works)
	}
}

// A call that Slack refuses until the operator acts is logged once and repeated with growing pauses.
// It never ends the adapter, neither at the start nor later.
func TestRefusals(t *testing.T) {
	type refusal struct {
		way     string
		before  func(*slacktest.Server) // called before Prepare; may be nil
		happens func(*stage)            // begins the refusal after the start; may be nil
		method  string
		says    string
	}
	failing := func(code string) func(*slacktest.Server) {
		return func(s *slacktest.Server) { (&stage{Server: s}).failing(open, 0, slacktest.Fault{Error: code}) }
	}
	dead := func(s *slacktest.Server) {
		s.Fail(func(r *http.Request) *slacktest.Fault {
			if slacktest.Method(r) == open {
				return nil
			}
			return &slacktest.Fault{Error: "account_inactive"}
		})
	}
	all := map[string]refusal{
		"the bot token, by socket": {"socket", dead, nil, authTest, "SLACK_BOT_TOKEN is refused (account_inactive)"},
		"Socket Mode is switched off later": {"socket", nil, func(g *stage) {
			g.failing(open, 0, slacktest.Fault{Error: "link_disabled"})
			g.SendFrame(`{"type":"disconnect","reason":"link_disabled"}`)
		}, open, "switch it on"},
		"the app token dies later": {"socket", nil, func(g *stage) {
			g.failing(open, 0, slacktest.Fault{Error: "token_revoked"})
			g.Break()
		}, open, "SLACK_APP_TOKEN"},
		"the bot token dies later": {"socket", nil, func(g *stage) {
			dead(g.Server)
			g.delivers(g.Channel("room"), effect(chat.Post, "x"))
		}, authTest, "SLACK_BOT_TOKEN"},
	}
	for code, says := range map[string]string{
		"invalid_auth": "SLACK_APP_TOKEN", "not_allowed_token_type": "xapp-", "missing_scope": "connections:write", "link_disabled": "switch it on",
	} {
		all[code] = refusal{"socket", failing(code), nil, open, says}
	}
	for name, c := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				if c.before != nil {
					c.before(s)
				}
				g := prepared(t, s, c.way)
				g.begin(t.Context(), &fake.Handler{})
				if c.happens != nil {
					g.WaitConnected(1)
					time.Sleep(time.Minute)
					c.happens(g)
				}
				g.checkRefusal(c.method, c.says)
			})
		})
	}
}

// While Slack is down at the start, users learn that the bot is not ready, if their deliveries have
// a response address. The bot works once Slack does.
func TestDownAtTheStart(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{"down": {Status: 503}, "broken": {Reset: true}, "silent": {Hang: true}, "limited": {RetryAfter: time.Minute}, "no JSON": {Status: 200}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				h := &fake.Handler{Answer: fake.Answering(effect(chat.Post, "hello"))}
				s.Fail(func(r *http.Request) *slacktest.Fault {
					if slacktest.Method(r) == respond {
						return nil
					}
					return &fault
				})
				began := time.Now()
				g := prepared(t, s, "http")
				if took := time.Since(began); took > 3*time.Second {
					t.Errorf("to prepare took %v", took)
				}
				g.begin(t.Context(), h)
				s.ConnectHTTP(g.adapter.Handler())
				room := g.Channel("room")
				time.Sleep(5 * time.Minute)
				g.types(room, "ana", "x")
				g.sees(room, "ana", "I am just starting")
				mention := g.NewMention(room, "ana", "x")
				if mention.Send(); mention.Status() != http.StatusServiceUnavailable {
					t.Errorf("a mention is answered %d", mention.Status())
				}
				if n := g.Calls(authTest); g.adapter.Ready() || n < 5 || n > 40 || g.adapter.Capacity() != 0 || len(h.Actions()) > 0 {
					t.Errorf("after %d tries it is ready: %t, and would take on %d; it has asked %v", n, g.adapter.Ready(), g.adapter.Capacity(), h.Actions())
				}
				g.Fail(nil)
				time.Sleep(71 * time.Second) // a call may still hang for 10 s, and the pause after it is a minute at most
				if !g.adapter.Ready() || g.adapter.Capacity() == 0 || !slices.Equal(g.watch.Works, []bool{false, true}) {
					t.Errorf("when all is well again it is ready: %t, would take on %d, works: %t", g.adapter.Ready(), g.adapter.Capacity(), g.watch.Works)
				}
				g.types(room, "ana", "x")
				g.sees(room, "bo", "hello")
				g.checkSecrets("the log", g.log.String())
			})
		})
	}
}

// After any lost connection a new one follows, which the observer sees. No delivery is lost that
// Slack repeats.
func TestReconnects(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(*stage)
		within  time.Duration
	}{
		"a warning":            {func(g *stage) { g.Disconnect(slacktest.DisconnectWarning) }, time.Second},
		"a refresh":            {func(g *stage) { g.Disconnect(slacktest.DisconnectRefresh) }, time.Second},
		"too many connections": {func(g *stage) { g.Disconnect(slacktest.DisconnectTooMany) }, time.Second},
		"a break":              {func(g *stage) { g.Break() }, time.Second},
		"silence":              {func(g *stage) { g.Silence() }, time.Minute + time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, "socket", func(t *testing.T, g *stage, h *fake.Handler) {
				room := g.Channel("room")
				for round := range 5 {
					mention := g.NewMention(room, "ana", fmt.Sprint("before ", round))
					var sending sync.WaitGroup
					sending.Go(mention.Send)
					c.happens(g)
					sending.Wait()
					time.Sleep(c.within)
					for attempt := 1; !mention.Acked() && attempt <= 3; attempt++ {
						mention = g.NewRedelivery(mention).SendAndWait()
					}
					if !mention.Acked() {
						t.Errorf("round %d: what was sent at the end of a connection was never acknowledged", round)
					}
					if d := g.Mention(room, "ana", fmt.Sprint("after ", round)); !d.Acked() {
						t.Errorf("round %d: %v later nothing is acknowledged: %v", round, c.within, d.Err())
					}
					time.Sleep(2 * time.Minute)
				}
				if n := len(h.Actions()); n != 10 {
					t.Errorf("of ten mentions %d were done", n)
				}
				if n := g.Connections(); n != 1 || g.watch.Reconnecting != 5 {
					t.Errorf("there are %d connections, and the observer received %d reconnects", n, g.watch.Reconnecting)
				}
			})
		})
	}
}

// The adapter handles the frames recorded in Slack's own test suite. One frame is very long.
func TestRecordedFrames(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, h *fake.Handler) {
		longest := 0
		for name, frame := range slacktest.Recordings(t, "socket-mode") {
			longest = max(longest, len(frame))
			d := g.SendFrame(frame)
			if envelope := !strings.Contains(name, "_message"); d.Acked() != envelope {
				t.Errorf("%s is acknowledged: %t", name, d.Acked())
			}
			g.WaitConnected(1)
		}
		if longest < 46<<10 {
			t.Errorf("the longest frame has %d bytes", longest)
		}
		if n := len(h.Actions()); n != 2 { // a command and a mention; the other event has the same ID
			t.Errorf("the handler was asked %d times: %+v", n, h.Actions())
		}
	})
}

// Unknown frames are acknowledged if possible, and end no connection.
func TestStrangeFrames(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, h *fake.Handler) {
		for frame, acked := range map[string]bool{
			`{"envelope_id":"1","payload":{}}`:                         true,
			`{"envelope_id":"2","type":"of_2030","payload":{}}`:        true,
			`{"envelope_id":"3","type":"slash_commands","payload":[]}`: true,
			`{"envelope_id":"4","type":"interactive","payload":null}`:  true,
			`{"envelope_id":"5","type":"events_api"}`:                  true,
			`{"type":"hello"}`: false,
			`{}`:               false,
		} {
			if d := g.SendFrame(frame); d.Acked() != acked {
				t.Errorf("%s is acknowledged: %t", frame, d.Acked())
			}
		}
		if n := len(h.Actions()); n > 0 {
			t.Errorf("the handler is asked %d times", n)
		}
		g.types(g.Channel("room"), "ana", "x")
	})
}

// During shutdown the bot accepts no deliveries, and gives running ones ten seconds to finish.
func TestStop(t *testing.T) {
	for name, c := range map[string]struct{ takes, ends time.Duration }{
		"what ends soon":  {4 * time.Second, 3 * time.Second},
		"what never ends": {time.Hour, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.After(c.takes, effect(chat.Post, "done")))
				room := g.Channel("room")
				first, late := g.NewCommand(room, "ana", "x"), g.NewCommand(room, "ana", "y")
				var sending sync.WaitGroup
				sending.Go(first.Send)
				time.Sleep(time.Second)
				began := time.Now()
				g.stop()
				synctest.Wait()
				sending.Go(late.Send)
				if err := <-g.ended; err != nil || time.Since(began) != c.ends {
					t.Errorf("Run gives %v after %v, want %v", err, time.Since(began), c.ends)
				}
				sending.Wait()
				if !first.Acked() || late.Acked() {
					t.Errorf("acknowledged: the running delivery: %t, and the one after shutdown began: %t", first.Acked(), late.Acked())
				}
				if shown := len(g.Messages(room, "bo")) == 1; shown != (c.takes < 10*time.Second) {
					t.Errorf("the answer is shown: %t", shown)
				}
				if n := len(h.Actions()); n != 1 {
					t.Errorf("the handler was asked %d times", n)
				}
			})
		})
	}
}
