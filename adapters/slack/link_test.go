package slack_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// The adapter replaces short-lived connections after growing pauses, and a long-lived one at once.
func TestConnectionsThatDoNotLast(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, _ *fake.Handler) {
		g.ForgetRequests()
		ends := time.Now().Add(10 * time.Minute)
		for time.Now().Before(ends) {
			g.Break()
			time.Sleep(100 * time.Millisecond)
		}
		if n := g.calls(open); n < 5 || n > 30 {
			t.Errorf("in ten minutes %d connections were opened", n)
		}
		time.Sleep(3 * time.Minute)
		g.Break()
		time.Sleep(time.Second)
		if n := g.Connections(); n != 1 {
			t.Errorf("after a lasting connection there are %d", n)
		}
	})
}

// After a warning the old connection serves until the new one is open, even if that takes long.
func TestWarningLosesNothing(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.After(time.Second, effect(chat.Whisper, "done")))
		g.failing(open, 0, slacktest.Fault{Latency: 5 * time.Second})
		room := g.Channel("room")
		var sending sync.WaitGroup
		const n = 60
		for i := range n { // Slack does not repeat commands
			d := g.NewCommand(room, "ana", fmt.Sprint(i))
			sending.Go(func() {
				time.Sleep(time.Duration(i) * 200 * time.Millisecond)
				if d.Send(); !d.Acked() {
					t.Errorf("command %d was not acknowledged: %v", i, d.Err())
				}
			})
		}
		time.Sleep(time.Second + 100*time.Millisecond) // some commands are running
		g.Disconnect(slacktest.DisconnectWarning)
		sending.Wait()
		if got := len(h.Actions()); got != n {
			t.Errorf("of %d commands %d were done", n, got)
		}
		time.Sleep(time.Minute)
		if got := g.Connections(); got != 1 {
			t.Errorf("there are %d connections", got)
		}
	})
}

// If a delivery's connection breaks, its acknowledgement is sent over the next connection. If no
// other connection is open, its whisper is sent to the response address.
func TestAcknowledgedOverTheNextConnection(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{"the next": {}, "none": {Status: 503}} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, "socket", func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.After(time.Second, effect(chat.Whisper, "for you")))
				next := fault == slacktest.Fault{}
				g.failsWhere(fault, func(r *http.Request) bool { return slacktest.Method(r) == open && !next })
				room := g.Channel("room")
				d := g.NewCommand(room, "ana", "x")
				var sending sync.WaitGroup
				sending.Go(d.Send)
				time.Sleep(500 * time.Millisecond)
				g.Break()
				sending.Wait()
				time.Sleep(time.Second)
				if carried := strings.Contains(string(d.Answer()), "for you"); d.Acked() != next || carried != next {
					t.Errorf("it is acknowledged: %t, with %q", d.Acked(), d.Answer())
				}
				g.whispered(room, "ana", "for you")
			})
		})
	}
}

// The bot keeps an idle connection alive with pings.
func TestQuietConnection(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		s.PingEvery(0)
		g := start(t, s, transports(s)["socket"], &fake.Handler{})
		time.Sleep(time.Hour)
		if n := g.calls(open); n != 1 {
			t.Errorf("%d connections were opened", n)
		}
		g.types(g.Channel("room"), "ana", "x")
	})
}

// The adapter closes a connection if Slack announces its end but does not close it.
func TestForgottenConnection(t *testing.T) {
	inBubble(t, "socket", func(t *testing.T, g *stage, _ *fake.Handler) {
		g.SendFrame(`{"type":"disconnect","reason":"warning"}`)
		if n := g.Connections(); n != 2 {
			t.Errorf("at first there are %d connections, want the old and the new one", n)
		}
		time.Sleep(time.Minute)
		if n := g.Connections(); n != 1 {
			t.Errorf("a minute later there are %d connections", n)
		}
	})
}

// The adapter does not ask for a connection before Slack allows it. The observer sees each failed
// attempt.
func TestConnectionsAreLimited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := prepared(t, slacktest.NewPiped(t), "socket")
		g.failing(open, 3, slacktest.Fault{RetryAfter: 90 * time.Second})
		g.ForgetRequests()
		g.begin(t.Context(), &fake.Handler{})
		time.Sleep(10 * time.Minute)
		all := g.Requests()
		for i := 1; i < len(all); i++ {
			if gap := all[i].At.Sub(all[i-1].At); gap < 90*time.Second {
				t.Errorf("request %d comes %v after the one before", i, gap)
			}
		}
		if len(all) != 4 || !g.adapter.Ready() || g.watch.Reconnecting != 3 {
			t.Errorf("there were %d requests and %d reconnects, and it is ready: %t", len(all), g.watch.Reconnecting, g.adapter.Ready())
		}
	})
}
