package slack_test

import (
	"testing"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// In their conversation with the bot people play by what they write, in each of its
// threads apart.
func TestDirectMessages(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &fake.Handler{Answer: fake.Answering(effect(chat.Post, "a post"), effect(chat.Whisper, "for you"))}
		g := start(t, s, c, h)
		home := g.BotDM("ana")
		for _, at := range []slacktest.Where{home, home.In(g.Say(home, "ana", "a game?").TS)} {
			h.Forget()
			g.Tell(at, "ana", "d3")
			g.told(at, "ana", "for you")
			want := placeOf(home)
			want.Thread = at.Thread
			if a := h.Asked(); len(a) != 1 || a[0].Place != want || !a[0].Direct {
				t.Errorf("the handler is asked %+v", a)
			}
		}
	})
}
