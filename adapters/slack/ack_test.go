package slack_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

const ackAfter = 1500 * time.Millisecond

func (g *stage) deliveries(h *fake.Handler, answer func(context.Context, chat.Action) chat.Response) map[string]*slacktest.Delivery {
	g.t.Helper()
	room := g.Channel("room")
	h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: with("a board", "b")}))
	g.types(room, "ana", "x")
	all := map[string]*slacktest.Delivery{
		"a command": g.NewCommand(room, "ana", "canary"), "a mention": g.NewMention(room, "ana", "canary"), "a press": g.press(room, "ana", "b"),
	}
	h.SetAnswer(answer)
	h.Forget()
	g.ForgetRequests()
	return all
}

// A delivery is acknowledged when the handler has answered, or after 1.5 seconds.
func TestAcknowledgements(t *testing.T) {
	for name, c := range map[string]struct {
		takes, acked time.Duration
	}{
		"at once":         {0, 0},
		"in a second":     {time.Second, time.Second},
		"in 1.6 seconds":  {1600 * time.Millisecond, ackAfter},
		"in four seconds": {4 * time.Second, ackAfter},
		"never":           {time.Hour, ackAfter},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				room := g.Channel("room")
				for _, kind := range []chat.Kind{chat.Whisper, chat.Post} {
					for what, d := range g.deliveries(h, fake.After(c.takes, effect(kind, "the answer to it"))) {
						before := len(g.Messages(room, "ana"))
						g.watch.Acks = nil
						d.Send()
						if took := d.AckTime(); !d.Acked() || took < c.acked || took > c.acked+10*time.Millisecond {
							t.Errorf("%s was acknowledged after %v, want %v (%d, %v)", what, took, c.acked, d.Status(), d.Err())
						}
						if shown := len(g.Messages(room, "ana")) > before; shown && c.takes > ackAfter {
							t.Errorf("%s is answered before the handler was done", what)
						}
						time.Sleep(31 * time.Second) // longer than a handler may take
						g.Settle()
						if !slices.Equal(g.watch.Acks, []time.Duration{d.AckTime()}) {
							t.Errorf("the observer received acknowledgements after %v", g.watch.Acks)
						}
						if m := g.sees(room, "ana", "the answer to it"); m.Ephemeral() != (kind == chat.Whisper) {
							t.Errorf("%s is answered in private: %t", what, m.Ephemeral())
						}
					}
				}
				if w := g.watch; w.Failed > 0 || w.Reconnecting > 0 || len(w.Waits) > 0 {
					t.Errorf("the observer received %+v", w)
				}
				if n := len(h.Actions()); n != 3 {
					t.Errorf("the handler was asked %d times", n)
				}
			})
		})
	}
}

// The acknowledgement of a command contains the first whisper.
func TestAcknowledgementsCarryWhispers(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		for what, d := range g.deliveries(h, fake.Answering(effect(chat.Whisper, "for you"), effect(chat.Whisper, "for you too"))) {
			g.ForgetRequests()
			d.Send()
			g.Settle()
			carried, sent := strings.Contains(string(d.Answer()), "for you"), len(g.Requests())
			if want := what == "a command"; carried != want || sent != map[bool]int{true: 1, false: 2}[want] {
				t.Errorf("%s is acknowledged with %q, and then %d requests are sent", what, d.Answer(), sent)
			}
		}
	})
}

// A whisper that is too long for an acknowledgement is sent to the response address. Once the
// address is used up, whispers are sent by the Web API.
func TestManyLongWhispers(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		long := effect(chat.Whisper, strings.Repeat("🟩", 2999))
		h.SetAnswer(fake.Answering(slices.Repeat([]chat.Effect{long}, 8)...))
		room := g.Channel("room")
		g.types(room, "ana", "x")
		for _, m := range g.Messages(room, "ana") {
			if m.Shown != long.Message.Text.String() || m.For != g.User("ana") {
				t.Errorf("Ana sees %d characters", len(m.Shown))
			}
		}
		if n, tries := len(g.Messages(room, "ana")), g.calls(respond); n != 8 || tries != 5 {
			t.Errorf("Ana sees %d messages, and the address was used %d times", n, tries)
		}
	})
}

// If the user's profile is known, no request precedes the acknowledgement.
func TestAcknowledgementsComeFirst(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		for _, takes := range []time.Duration{0, time.Second, 2 * time.Second} {
			for what, d := range g.deliveries(h, fake.After(takes, effect(chat.Post, "for all"), effect(chat.Whisper, "for you"))) {
				asked := 0
				g.Fail(func(r *http.Request) *slacktest.Fault {
					asked++
					time.Sleep(time.Nanosecond) // lets everything else become idle
					if !d.Acked() {
						t.Errorf("%s, answered after %v: %s came before the acknowledgement", what, takes, slacktest.Method(r))
					}
					return nil
				})
				d.Send()
				time.Sleep(5 * time.Second)
				g.Settle()
				if asked < 2 {
					t.Errorf("%s: %d requests were sent", what, asked)
				}
				g.Fail(nil)
			}
		}
	})
}

// unsendable returns a message whose encoding panics.
func unsendable() chat.Message {
	return chat.Message{Text: chat.Text{{Kind: chat.SpanMention}}}
}

// A panic prevents one answer, but not the delivery's acknowledgement or later answers.
func TestPanics(t *testing.T) {
	for name, answer := range map[string]func(context.Context, chat.Action) chat.Response{
		"in the handler":      func(context.Context, chat.Action) chat.Response { panic("hush") },
		"in making a whisper": fake.Answering(chat.Effect{Message: unsendable()}),
		"in making a message": fake.Answering(chat.Effect{Kind: chat.Post, Message: unsendable()}),
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(answer)
				room := g.Channel("room")
				for kind, d := range map[string]func() *slacktest.Delivery{
					"a command": func() *slacktest.Delivery { return g.NewCommand(room, "ana", "x") },
					"a mention": func() *slacktest.Delivery { return g.NewMention(room, "ana", "x") },
					"a press": func() *slacktest.Delivery {
						h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: with("a board", "b")}))
						g.types(room, "ana", "x")
						h.SetAnswer(answer)
						return g.press(room, "ana", "b")
					},
				} {
					sent := d()
					sent.Send()
					synctest.Wait()
					if !sent.Acked() {
						t.Errorf("%s was not acknowledged: %d, %v", kind, sent.Status(), sent.Err())
					}
				}
				h.SetAnswer(fake.Answering(effect(chat.Post, "alive")))
				g.types(room, "ana", "x")
				g.sees(room, "bo", "alive")
				if log := g.log.String(); log == "" {
					t.Error("the log says nothing")
				}
			})
		})
	}
}

func TestConformance(t *testing.T) {
	for _, way := range []string{"socket", "http"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			chattest.RunInBubbles(t, func(t *testing.T, h chat.Handler) chattest.Client {
				s := slacktest.NewPiped(t)
				g := newStage(t, s, transports(s)[way])
				g.run(h)
				if way == "socket" {
					s.WaitConnected(1)
				} else {
					s.ConnectHTTP(g.adapter.Handler())
				}
				for !g.adapter.Ready() {
					time.Sleep(time.Millisecond)
				}
				s.SettleBy(g.adapter.Settle)
				return slacktest.NewClient(s, s.Channel("room"), slacktest.ClientConfig{Platform: slack.Platform, Limits: slack.Limits(), Poster: g.adapter})
			})
		})
	}
}
