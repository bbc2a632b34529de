package slack_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

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
