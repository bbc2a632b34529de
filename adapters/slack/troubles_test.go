package slack_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

func placeOf(w slacktest.Where) chat.Place {
	return chat.Place{Platform: slack.Platform, Team: w.TeamID, Channel: w.Channel, Thread: w.Thread}
}

func (g *stage) delivers(at slacktest.Where, e chat.Effect) {
	if e.Subject.Slot != chat.SlotNone {
		e.Subject.Place = placeOf(at)
	}
	g.adapter.Deliver(g.t.Context(), placeOf(at), chat.Response{Effects: []chat.Effect{e}})
}

// failsWhere makes a request fail if where returns true for it.
func (g *stage) failsWhere(f slacktest.Fault, where func(*http.Request) bool) {
	g.Fail(func(r *http.Request) *slacktest.Fault {
		if where(r) {
			return &f
		}
		return nil
	})
}

// The handler receives the outcome of an edit or a post, except if a post failed only for now or its result
// is unknown.
func TestFates(t *testing.T) {
	const none = chat.NotDelivered // no outcome is reported
	for name, c := range map[string]struct {
		kind   chat.Kind
		fault  slacktest.Fault
		redraw bool
		want   chat.Fate
		hasRef bool
	}{
		"a post":                          {chat.Post, slacktest.Fault{}, false, chat.Delivered, true},
		"an edit, drawn again":            {chat.Edit, slacktest.Fault{}, true, chat.Delivered, true},
		"of what is gone":                 {chat.Edit, slacktest.Fault{Error: "message_not_found"}, false, chat.Delivered, true},
		"of what is gone, drawn again":    {chat.Edit, slacktest.Fault{Error: "message_not_found"}, true, chat.Removed, false},
		"an edit in an archive":           {chat.Edit, slacktest.Fault{Error: "is_archived"}, true, chat.Dormant, false},
		"a post where it is no member":    {chat.Post, slacktest.Fault{Error: "not_in_channel"}, true, chat.Dormant, false},
		"a post without an answer":        {chat.Post, slacktest.Fault{Hang: true}, false, none, false},
		"a post whose answer is lost":     {chat.Post, slacktest.Fault{Lost: true}, false, none, false},
		"a post and an error of theirs":   {chat.Post, slacktest.Fault{Error: "fatal_error"}, false, none, false},
		"a post that is limited for long": {chat.Post, slacktest.Fault{RetryAfter: 6 * time.Second}, false, none, false},
		"an edit while Slack is down":     {chat.Edit, slacktest.Fault{Status: 503}, false, chat.Unknown, false},  // it may still arrive
		"a reminder whose answer is lost": {chat.Ping, slacktest.Fault{Lost: true}, false, chat.Delivered, false}, // a second reminder would only annoy
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
				room := g.Channel("room")
				g.types(room, "ana", "x")
				e := shown(c.kind, 2, with("version 2", "b"))
				e.Redraw = c.redraw
				switch c.kind {
				case chat.Ping:
					e.Subject.Slot = chat.SlotPing
				case chat.Edit:
					e.Ref = h.Reported()[0].Ref
				}
				h.Forget()
				method := map[bool]string{false: post, true: change}[c.kind == chat.Edit]
				g.failsWhere(c.fault, func(r *http.Request) bool { return slacktest.Method(r) == method && c.fault != slacktest.Fault{} })
				before := len(g.Messages(room, "bo"))
				g.delivers(room, e)
				time.Sleep(30 * time.Second)
				reported := h.Reported()
				if c.want == none {
					if len(reported) > 0 {
						t.Errorf("the handler received %+v", reported)
					}
					return
				}
				if len(reported) != 1 || reported[0].Fate != c.want || (reported[0].Ref != "") != c.hasRef || reported[0].Version != 2 {
					t.Errorf("the handler received %+v", reported)
				}
				if came := len(g.Messages(room, "bo")) - before; came > 1 || c.want == chat.Removed && came > 0 {
					t.Errorf("%d messages came", came)
				}
			})
		})
	}
}

// A redrawn message names the users whom it would otherwise notify.
func TestRedrawsNotifyNobody(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, _ *fake.Handler) {
		room := g.Channel("room")
		g.types(room, "ana", "x") // so that the adapter knows her name
		e := shown(chat.Post, 1, chat.Message{Text: chat.Say(chat.MentionOf(g.player("ana")), " is to move.")})
		for _, redraw := range []bool{false, true} {
			e.Redraw = redraw
			g.delivers(room, e)
			g.Settle()
			m := g.sees(room, "bo", map[bool]string{false: "@ana is to move.", true: "ana is to move."}[redraw])
			if (len(m.Notified) > 0) == redraw {
				t.Errorf("drawn again: %t, it has notified %v", redraw, m.Notified)
			}
		}
	})
}

// The Web API and response addresses fail independently of each other.
func TestWaysFailApart(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
		room := g.Channel("room")
		g.types(room, "ana", "x")
		g.failsWhere(slacktest.Fault{Status: 503}, func(r *http.Request) bool { return slacktest.Method(r) == respond })
		for version := range uint32(10) {
			h.SetAnswer(fake.Answering(shown(chat.Edit, version+2, with(fmt.Sprint("version ", version+2), "b"))))
			g.press(room, "ana", "b").Send()
			time.Sleep(2 * time.Second)
			g.sees(room, "bo", fmt.Sprint("version ", version+2))
		}
		if g.adapter.Capacity() == 0 {
			t.Error("failing response addresses leave the adapter no capacity")
		}
		time.Sleep(time.Minute)
		g.failsWhere(slacktest.Fault{Status: 503}, func(r *http.Request) bool { return slacktest.Method(r) != respond })
		for version := range uint32(10) {
			g.delivers(room, effect(chat.Post, "lost"))
			h.SetAnswer(fake.Answering(shown(chat.Edit, version+20, with(fmt.Sprint("version ", version+20), "b"))))
			g.press(room, "ana", "b").Send()
			time.Sleep(2 * time.Second)
			g.sees(room, "bo", fmt.Sprint("version ", version+20))
		}
		if n := g.adapter.Capacity(); n > 1 {
			t.Errorf("while the Web API is down it would take on %d", n)
		}
	})
}

func secrets(s *slacktest.Server) []string {
	return []string{
		s.BotToken(), s.AppToken(), s.SigningSecret(), s.ClientSecret(), "/commands/", "/actions/", "hooks.slack.com", "ticket=", "canary", "response_url", "verification-token",
	}
}

func (g *stage) checkSecrets(what, text string) {
	g.t.Helper()
	for _, secret := range secrets(g.Server) {
		if strings.Contains(text, secret) {
			g.t.Errorf("%s contains %q:\n%s", what, secret, text)
		}
	}
}

// No failure writes a secret to the log. The adapter works once the failure is over.
func TestSecretsAreKept(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"broken": {Reset: true}, "lost": {Lost: true}, "down": {Status: 503}, "silent": {Hang: true}, "limited": {RetryAfter: 3 * time.Minute}, "moved": {Status: 302},
		"refused": {Error: "channel_not_found"}, "no JSON": {Status: 200}, "not found": {Status: 404}, "dead": {Error: "token_revoked"},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				room := g.Channel("room")
				long := effect(chat.Whisper, strings.Repeat("🟩", 2999)) // too long for an acknowledgement
				for _, effects := range [][]chat.Effect{
					{effect(chat.Whisper, "canary"), effect(chat.Post, "canary")},
					{effect(chat.Post, "canary"), effect(chat.Whisper, "canary"), {Kind: chat.Collapse, Ref: "C1/1.2", Message: with("canary", "b")}, {Kind: chat.Remove, Ref: "C1/1.2"}},
					{{Kind: chat.Edit, Message: with("canary", "b")}},
					{{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("canary")}}},
					{long},
				} {
					g.Fail(nil)
					all := g.deliveries(h, fake.Answering(effects...))
					g.Fail(func(*http.Request) *slacktest.Fault { return &fault })
					for _, d := range all {
						d.Send()
					}
					g.delivers(room, effect(chat.Post, "canary"))
					time.Sleep(3 * time.Minute)
					g.Settle()
				}
				g.Fail(nil)
				log := g.log.String()
				g.checkSecrets("the log", log)
				if log == "" {
					t.Error("the log says nothing")
				}
				time.Sleep(time.Minute)
				h.SetAnswer(greets)
				g.greeted(room)
			})
		})
	}
}

func TestSecretsOfInstallationsAreKept(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"broken": {Reset: true}, "lost": {Lost: true}, "down": {Status: 503}, "silent": {Hang: true}, "refused": {Error: "invalid_code"}, "no JSON": {Status: 200},
	} {
		t.Run(name, func(t *testing.T) {
			withManyWorkspaces(t, func(t *testing.T, g *stage, _ *fake.Handler) {
				g.Fail(func(*http.Request) *slacktest.Fault { return &fault })
				address, cookie := g.openInstallPage()
				back := g.Consent(g.Workspace, address)
				answer := g.browse(back, cookie)
				body := new(strings.Builder)
				if err := answer.Write(body); err != nil {
					t.Fatal(err)
				}
				if answer.StatusCode != http.StatusBadGateway {
					t.Errorf("it ends with %d", answer.StatusCode)
				}
				_, code, _ := strings.Cut(back, "code=")
				code, _, _ = strings.Cut(code, "&")
				for what, text := range map[string]string{"the log": g.log.String(), "the page": body.String()} {
					g.checkSecrets(what, text)
					if strings.Contains(text, code) {
						t.Errorf("%s contains the code %q:\n%s", what, code, text)
					}
				}
			})
		})
	}
}
