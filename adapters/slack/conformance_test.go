package slack_test

import (
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

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
				return slacktest.NewClient(s, s.Channel("room"), slacktest.Parts{Platform: slack.Platform, Limits: slack.Limits(), Poster: g.adapter})
			})
		})
	}
}
