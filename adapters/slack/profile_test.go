package slack_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

const usersInfo = "users.info"

func (g *stage) calls(method string) (n int) {
	for _, r := range g.Requests() {
		if r.Method == method {
			n++
		}
	}
	return n
}

// The bot names users by their profiles or, if a profile's name is invisible, by their accounts. The
// handler receives their languages. Profiles are kept for hours, and requested again the next day.
func TestProfiles(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.SetProfile("ana", slacktest.Profile{DisplayName: "Ana ✨", Locale: "pt-BR"})
		g.SetProfile("bo", slacktest.Profile{DisplayName: "Bo", Locale: "de-DE"})
		g.SetProfile("dee", slacktest.Profile{DisplayName: "\u3164\u2800"}) // invisible
		h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say(chat.NameOf(g.player("bo")), " is to move.")}}))
		room := g.Channel("room")
		for range 3 {
			g.types(room, "ana", "x")
		}
		g.sees(room, "cy", "Bo is to move.")
		if got := h.Actions()[0]; got.Locale != "pt-BR" || got.Zone != "Europe/Vienna" {
			t.Errorf("the first action has the language %q and the zone %q", got.Locale, got.Zone)
		}
		if n := g.calls(usersInfo); n != 2 {
			t.Errorf("%d profiles of two users were requested", n)
		}
		g.SetProfile("ana", slacktest.Profile{DisplayName: "Ana", Locale: "en-GB"})
		time.Sleep(25 * time.Hour)
		h.Forget()
		g.types(room, "ana", "x")
		if got := h.Actions()[0].Locale; got != "en-GB" {
			t.Errorf("the next day the language is %q", got)
		}
		g.delivers(room, chat.Effect{Kind: chat.Post, Message: chat.Message{
			Text: chat.Say(chat.NameOf(g.player("ana")), " and ", chat.NameOf(g.player("dee"))),
		}})
		g.Settle()
		g.sees(room, "bo", "Ana and dee")
	})
}

var requiredScopes = []string{"commands", "chat:write", "chat:write.public", "app_mentions:read"}

func (g *stage) naming(user string) func(context.Context, chat.Action) chat.Response {
	who := chat.Span{Kind: chat.SpanName, User: new(g.player(user)), Text: "somebody"}
	return fake.Answering(chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say(who)}})
}

// Without the scope users:read, the bot requests one profile an hour at most, and works without names. If
// the workspace grants the scope, the bot needs no new installation.
func TestScopeIsMissing(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.SetScopes(requiredScopes...)
		g.SetProfile("bo", slacktest.Profile{DisplayName: "Bo B.", Locale: "pt-BR"})
		h.SetAnswer(g.naming("bo"))
		room := g.Channel("room")
		for range 3 {
			g.types(room, "ana", "x")
			g.sees(room, "cy", "somebody")
		}
		if n := g.calls(usersInfo); n != 1 {
			t.Errorf("%d profiles were requested", n)
		}
		if log := g.log.String(); strings.Contains(log, "cannot learn a name") {
			t.Errorf("the log says %s", log)
		}
		g.SetScopes(append(requiredScopes, "users:read")...)
		time.Sleep(time.Hour)
		g.types(room, "ana", "x")
		g.sees(room, "cy", "Bo B.")
	})
}

// After a new installation the bot uses the new scopes at once.
func TestScopeIsGrantedAtTheNextInstallation(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.SetScopes(requiredScopes...)
		g.SetProfile("bo", slacktest.Profile{DisplayName: "Bo B.", Locale: "pt-BR"})
		h.SetAnswer(g.naming("bo"))
		room := g.Channel("room")
		for _, name := range []string{"somebody", "Bo B."} {
			g.installs(g.Workspace, false)
			g.types(room, "ana", "x")
			g.sees(room, "cy", name)
			g.SetScopes(append(requiredScopes, "users:read")...)
			time.Sleep(time.Minute)
		}
	})
}

// If profile requests fail, answers are hardly delayed, and the Web API still counts as working.
func TestProfilesFail(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"hanging": {Hang: true}, "down": {Status: 503}, "refused": {Error: "user_not_visible"}, "limited": {RetryAfter: time.Minute}, "no JSON": {Status: 200},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.Answering(effect(chat.Post, "a post")))
				g.failing(usersInfo, 0, fault)
				room := g.Channel("room")
				for i, user := range []string{"ana", "bo", "cy", "eve", "finn", "gus", "hal"} {
					d := g.NewCommand(room, user, "x")
					d.Send()
					g.Settle()
					if !d.Acked() || d.AckTime() > time.Second {
						t.Errorf("%s waited for %v", user, d.AckTime())
					}
					if seen := g.Messages(room, "dee"); len(seen) != i+1 || strings.TrimSpace(seen[i].Shown) != "a post" {
						t.Errorf("Dee sees\n%s", g.screen(room, "dee"))
					}
				}
				if !g.adapter.Ready() || g.adapter.Capacity() == 0 {
					t.Error("the platform is taken not to work")
				}
			})
		})
	}
}
