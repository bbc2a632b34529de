package slack_test

import (
	"testing"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// In their conversation with the bot people play by what they write, in each of its
// threads apart.
func TestDirectMessages(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{answer: answering(effect(chat.Post, "a post"), effect(chat.Whisper, "for you"))}
		g := start(t, s, c, h)
		home := g.BotDM("ana")
		for _, at := range []slacktest.Where{home, home.In(g.Say(home, "ana", "a game?").TS)} {
			h.forget()
			g.Tell(at, "ana", "d3")
			g.told(at, "ana", "for you")
			want := placeOf(home)
			want.Thread = at.Thread
			if a := h.asked(); len(a) != 1 || a[0].Place != want || !a[0].Direct {
				t.Errorf("the handler is asked %+v", a)
			}
		}
	})
}

// Without any of the optional scopes everything else works as with all of them.
func TestEachOptionalScopeIsMissing(t *testing.T) {
	for _, missing := range slack.Scopes() {
		if !missing.Optional {
			continue
		}
		t.Run(missing.Name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
				var granted []string
				for _, s := range slack.Scopes() {
					if s.Name != missing.Name {
						granted = append(granted, s.Name)
					}
				}
				s.SetScopes(granted...)
				s.SetAdmin("ana", true)
				h := &scripted{answer: answering(effect(chat.Post, "hello"))}
				g := start(t, s, c, h)
				g.OpenHome(g.Workspace, "ana")
				g.home("ana")
				g.greeted(g.Channel("room"))
				asked := h.asked()
				if got := asked[len(asked)-1].Moderator; got != (missing.Name != "users:read") {
					t.Errorf("an admin is a moderator: %t", got)
				}
				dm := g.BotDM("ana")
				g.Tell(dm, "ana", "x")
				if answered := len(g.Messages(dm, "ana")) > 1; answered != (missing.Name != "im:history") {
					t.Errorf("a message to the bot is answered: %t", answered)
				}
				if text := g.log.String(); text != "" {
					t.Errorf("the log says %s", text)
				}
			})
		})
	}
}
