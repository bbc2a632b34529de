package slack_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// inSocket runs a test in a bubble, with a scripted handler behind an adapter by
// Socket Mode.
func inSocket(t *testing.T, test func(t *testing.T, g *stage, h *scripted)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		h := &scripted{}
		test(t, start(t, s, transports(s)["socket"], h), h)
	})
}

// prepared is an adapter by Socket Mode that does not run yet.
func prepared(t *testing.T, s *slacktest.Server) *stage {
	t.Helper()
	g := &stage{Server: s, t: t, log: &journal{}, ended: make(chan error, 1)}
	c := transports(s)["socket"]
	c.APIURL, c.Log, c.Transport, c.Dial = s.APIURL(), g.log.logger(), s.Transport(), s.Dial
	g.adapter = slack.New(c)
	if err := g.adapter.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	return g
}

// begin has the adapter run until the context is done.
func (g *stage) begin(ctx context.Context, h chat.Handler) {
	go func() { g.ended <- g.adapter.Run(ctx, h) }()
}

const open = "apps.connections.open"

// What Slack refuses for good ends the bot, and says what to do about it.
func TestRefusals(t *testing.T) {
	for code, says := range map[string]string{
		"invalid_auth": "SLACK_APP_TOKEN", "not_authed": "SLACK_APP_TOKEN", "account_inactive": "SLACK_APP_TOKEN", "token_revoked": "SLACK_APP_TOKEN",
		"token_expired": "SLACK_APP_TOKEN", "not_allowed_token_type": "xapp-", "missing_scope": "connections:write", "link_disabled": "switch it on",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				g := prepared(t, s)
				g.failing(open, 0, slacktest.Fault{Error: code})
				began := time.Now()
				g.begin(t.Context(), &counter{})
				err := <-g.ended
				refused := (*slack.RefusedError)(nil)
				if !errors.As(err, &refused) || refused.Reason != code || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), s.AppToken()) {
					t.Errorf("Run gives %v, want %q in it", err, says)
				}
				if took := time.Since(began); took > time.Second || len(g.Requests()) > 2 {
					t.Errorf("it ends after %v and %d requests", took, len(g.Requests()))
				}
				if g.adapter.Ready() {
					t.Error("it is ready")
				}
			})
		})
	}
}

// The same while it runs: the first thing that is refused after a loss ends it.
func TestRefusalsLater(t *testing.T) {
	for name, happens := range map[string]func(*stage){
		"Socket Mode is switched off": func(g *stage) { g.Disconnect(slacktest.DisconnectDisabled) },
		"the token dies": func(g *stage) {
			g.failing(open, 0, slacktest.Fault{Error: "token_revoked"})
			g.Break()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := prepared(t, slacktest.NewPiped(t))
				g.begin(t.Context(), &counter{})
				g.WaitConnected(1)
				time.Sleep(time.Minute)
				began := time.Now()
				happens(g)
				err := <-g.ended
				if refused := (*slack.RefusedError)(nil); !errors.As(err, &refused) || time.Since(began) > time.Minute {
					t.Errorf("Run gives %v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// A bot token that is refused ends the bot before it has begun.
func TestRefusedBotToken(t *testing.T) {
	for _, way := range []string{"socket", "http"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				c := transports(s)[way]
				c.APIURL, c.Log, c.Transport = s.APIURL(), (&journal{}).logger(), s.Transport()
				s.Revoke(s.Workspace, "account_inactive")
				err := slack.New(c).Prepare(t.Context())
				if err == nil || !strings.Contains(err.Error(), "account_inactive") || !strings.Contains(err.Error(), "SLACK_BOT_TOKEN") || strings.Contains(err.Error(), c.BotToken) {
					t.Errorf("Prepare gives %v", err)
				}
			})
		})
	}
}

// All else is tried again, with pauses between.
func TestTriedAgain(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"limited": {RetryAfter: 20 * time.Second}, "down": {Status: 503}, "broken": {Reset: true}, "theirs": {Error: "internal_error"}, "silent": {Hang: true},
		"moved": {Status: 404}, "unheard of": {Error: "of_2030"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := prepared(t, slacktest.NewPiped(t))
				g.Fail(func(*http.Request) *slacktest.Fault { return &fault })
				ctx, stop := context.WithCancel(t.Context())
				g.begin(ctx, &counter{})
				time.Sleep(10 * time.Minute)
				if n := len(g.Requests()); n < 3 || n > 120 {
					t.Errorf("in ten minutes there were %d requests", n)
				}
				if len(g.ended) > 0 || g.adapter.Ready() {
					t.Fatalf("it has ended: %v, or is ready: %t", g.ended, g.adapter.Ready())
				}
				g.Fail(nil)
				time.Sleep(6 * time.Minute)
				if g.Connections() != 1 || !g.adapter.Ready() {
					t.Errorf("when all is well again it has %d connections", g.Connections())
				}
				stop()
				if err := <-g.ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A bot that is told to stop while Slack is away stops.
func TestStopWithoutAConnection(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{"down": {Status: 503}, "silent": {Hang: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				g := prepared(t, slacktest.NewPiped(t))
				g.Fail(func(*http.Request) *slacktest.Fault { return &fault })
				ctx, stop := context.WithCancel(t.Context())
				g.begin(ctx, &counter{})
				time.Sleep(time.Minute)
				began := time.Now()
				stop()
				if err := <-g.ended; err != nil || time.Since(began) > time.Second {
					t.Errorf("Run gives %v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// Whatever ends a connection, a new one follows, and no delivery is lost that
// Slack sends again.
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
			inSocket(t, func(t *testing.T, g *stage, h *scripted) {
				room := g.Channel("room")
				for round := range 5 {
					mention := g.NewMention(room, "ana", fmt.Sprint("before ", round))
					var sending sync.WaitGroup
					sending.Go(mention.Send)
					c.happens(g)
					sending.Wait()
					time.Sleep(c.within)
					for attempt := 1; !mention.Acked() && attempt <= 3; attempt++ {
						mention = g.Redeliver(mention, attempt, "timeout")
					}
					if !mention.Acked() {
						t.Errorf("round %d: what was sent at the end of a connection was never acknowledged", round)
					}
					if d := g.Mention(room, "ana", fmt.Sprint("after ", round)); !d.Acked() {
						t.Errorf("round %d: %v later nothing is acknowledged: %v", round, c.within, d.Err())
					}
					time.Sleep(2 * time.Minute)
				}
				if n := len(h.asked()); n != 10 {
					t.Errorf("of ten mentions %d were done", n)
				}
				if n := g.Connections(); n != 1 {
					t.Errorf("there are %d connections", n)
				}
			})
		})
	}
}

// A stream of deliveries while connections come and go: each is done once.
func TestDeliveriesAcrossDisconnects(t *testing.T) {
	for _, reason := range []string{slacktest.DisconnectWarning, slacktest.DisconnectRefresh} {
		t.Run(reason, func(t *testing.T) {
			inSocket(t, func(t *testing.T, g *stage, h *scripted) {
				room := g.Channel("room")
				var sending sync.WaitGroup
				const n = 100
				for i := range n {
					mention := g.NewMention(room, "ana", fmt.Sprint(i))
					sending.Go(func() {
						time.Sleep(time.Duration(i) * 300 * time.Millisecond)
						mention.Send()
						for !mention.Acked() { // as Slack does
							time.Sleep(time.Second)
							mention = g.NewRedelivery(mention, 1, "timeout")
							mention.Send()
						}
					})
				}
				for range 10 {
					time.Sleep(2700 * time.Millisecond)
					g.Disconnect(reason)
				}
				sending.Wait()
				seen := map[string]int{}
				for _, a := range h.asked() {
					seen[a.Words[0].Text]++
				}
				if len(seen) != n || len(h.asked()) != n {
					t.Errorf("of %d mentions %d were done, in %d goes", n, len(seen), len(h.asked()))
				}
			})
		})
	}
}

// What was on its way when the connection broke is done once, whether Slack has
// seen the acknowledgement or not.
func TestRedeliveredAfterABreak(t *testing.T) {
	inSocket(t, func(t *testing.T, g *stage, h *scripted) {
		h.answers(after(time.Second, words(chat.Post, "done")))
		room := g.Channel("room")
		mention := g.NewMention(room, "ana", "x")
		var sending sync.WaitGroup
		sending.Go(mention.Send)
		time.Sleep(500 * time.Millisecond)
		g.Break()
		sending.Wait()
		g.WaitConnected(1)
		if again := g.Redeliver(mention, 1, "timeout"); !again.Acked() {
			t.Error("the repetition is not acknowledged")
		}
		time.Sleep(time.Minute)
		if n := len(h.asked()); n != 1 {
			t.Errorf("it was done %d times", n)
		}
		if seen := g.Messages(room, "bo"); len(seen) != 2 || seen[1].Shown != "done" {
			t.Errorf("Bo sees %+v", seen)
		}
	})
}

// Handlers that take long hold up neither the deliveries nor the acknowledgements
// of others.
func TestSlowHandlersHoldUpNobody(t *testing.T) {
	inSocket(t, func(t *testing.T, g *stage, h *scripted) {
		h.answers(after(20*time.Second, words(chat.Whisper, "done")))
		room := g.Channel("room")
		var sending sync.WaitGroup
		for i := range 300 {
			d := g.NewCommand(room, "ana", fmt.Sprint(i))
			sending.Go(func() {
				if d.Send(); !d.Acked() || d.Took() > ackAfter+100*time.Millisecond {
					t.Errorf("delivery %d was acknowledged after %v", i, d.Took())
				}
			})
		}
		sending.Wait()
		time.Sleep(30 * time.Second)
		g.Settle()
		if n := len(g.Messages(room, "ana")); n != 300 {
			t.Errorf("%d of 300 are answered", n)
		}
	})
}

// Recorded frames of Slack's own test suite, one of them very long.
func TestRecordedFrames(t *testing.T) {
	inSocket(t, func(t *testing.T, g *stage, h *scripted) {
		longest := 0
		for _, r := range slacktest.RecordedFrames(t) {
			longest = max(longest, len(r.Body))
			d := g.SendFrame(r)
			if envelope := !strings.Contains(r.Name, "_message"); d.Acked() != envelope {
				t.Errorf("%s is acknowledged: %t", r.Name, d.Acked())
			}
			g.WaitConnected(1)
		}
		if longest < 46<<10 {
			t.Errorf("the longest frame has %d bytes", longest)
		}
		if n := len(h.asked()); n != 2 { // a command and a mention; the other event has the same id
			t.Errorf("the handler was asked %d times: %+v", n, h.asked())
		}
	})
}

// Frames that nobody has foreseen are acknowledged if they can be, and end no
// connection.
func TestStrangeFrames(t *testing.T) {
	inSocket(t, func(t *testing.T, g *stage, h *scripted) {
		press := `{"type":"block_actions","team":{"id":"` + g.TeamID + `"},"user":{"id":"U1"},"container":{"message_ts":"1.2","channel_id":"C1"},` +
			`"actions":[{"type":"button","value":"%s"}],"message":{"blocks":[{"type":"section","text":7,"elements":"of 2030"}]}}`
		asked := 0
		for name, c := range map[string]struct {
			frame string
			acked bool
			asks  int
		}{
			"no type":                            {`{"envelope_id":"1","payload":{}}`, true, 0},
			"a type to come":                     {`{"envelope_id":"2","type":"of_2030","payload":{}}`, true, 0},
			"a payload of another type":          {`{"envelope_id":"3","type":"slash_commands","payload":[]}`, true, 0},
			"a payload that is null":             {`{"envelope_id":"4","type":"interactive","payload":null}`, true, 0},
			"no payload":                         {`{"envelope_id":"5","type":"events_api"}`, true, 0},
			"an event of nothing":                {`{"envelope_id":"6","type":"events_api","payload":{}}`, true, 0},
			"a press on a message that is wrong": {`{"envelope_id":"7","type":"interactive","payload":` + fmt.Sprintf(press, "x") + `}`, true, 1},
			"a hello":                            {`{"type":"hello"}`, false, 0},
			"nothing":                            {`{}`, false, 0},
			"a list":                             {`[]`, false, 0},
			"a text":                             {`"x"`, false, 0},
			"null":                               {`null`, false, 0},
		} {
			if strings.HasPrefix(c.frame, "[") || strings.HasPrefix(c.frame, `"`) || c.frame == "null" {
				continue // the fake sends objects alone
			}
			d := g.SendFrame(slacktest.Recorded{Name: name, Body: []byte(c.frame)})
			if d.Acked() != c.acked {
				t.Errorf("%s is acknowledged: %t", name, d.Acked())
			}
			if n := len(h.asked()) - asked; n != c.asks {
				t.Errorf("%s asks the handler %d times", name, n)
			}
			asked = len(h.asked())
		}
		if d := g.Command(g.Channel("room"), "ana", "x"); !d.Acked() {
			t.Error("after that nothing is acknowledged")
		}
	})
}

// After it is told to stop the bot takes nothing on, finishes what it has begun
// within ten seconds, and still acknowledges that.
func TestStop(t *testing.T) {
	for name, c := range map[string]struct{ takes, ends time.Duration }{
		"what ends soon":  {4 * time.Second, 3 * time.Second},
		"what never ends": {time.Hour, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, s *slacktest.Server, conf slack.Config) {
				h := &scripted{answer: after(c.takes, words(chat.Post, "done"))}
				conf.APIURL, conf.Log, conf.Transport, conf.Dial = s.APIURL(), (&journal{}).logger(), s.Transport(), s.Dial
				g := &stage{Server: s, t: t, adapter: slack.New(conf), ended: make(chan error, 1)}
				if err := g.adapter.Prepare(t.Context()); err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				g.begin(ctx, h)
				if conf.AppToken == "" {
					s.ConnectHTTP(g.adapter.Handler())
				} else {
					s.WaitConnected(1)
				}
				synctest.Wait()
				room := g.Channel("room")
				first, late := g.NewCommand(room, "ana", "x"), g.NewCommand(room, "ana", "y")
				var sending sync.WaitGroup
				sending.Go(first.Send)
				time.Sleep(time.Second)
				began := time.Now()
				stop()
				synctest.Wait()
				sending.Go(late.Send)
				if err := <-g.ended; err != nil || time.Since(began) != c.ends {
					t.Errorf("Run gives %v after %v, want %v", err, time.Since(began), c.ends)
				}
				sending.Wait()
				if !first.Acked() || late.Acked() {
					t.Errorf("acknowledged are what was begun: %t, and what came after the end: %t", first.Acked(), late.Acked())
				}
				if shown := len(g.Messages(room, "bo")) == 1; shown != (c.takes < 10*time.Second) {
					t.Errorf("the answer is shown: %t", shown)
				}
				if n := len(h.asked()); n != 1 {
					t.Errorf("the handler was asked %d times", n)
				}
			})
		})
	}
}
