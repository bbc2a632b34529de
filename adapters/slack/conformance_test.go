package slack_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/chat/chattest"
)

func TestConformanceBySocket(t *testing.T) { conformance(t, true) }

func TestConformanceByHTTP(t *testing.T) { conformance(t, false) }

func conformance(t *testing.T, socket bool) {
	chattest.Run(t, func(t *testing.T, h chat.Handler) chattest.Client {
		s := slacktest.New(t)
		c := slack.Config{BotToken: s.BotToken(), APIURL: s.APIURL(), Says: sentences, Log: slog.New(slog.DiscardHandler)}
		if socket {
			c.AppToken = s.AppToken()
		} else {
			c.SigningSecret = s.SigningSecret()
		}
		a := run(t, s, c, h)
		s.SettleBy(a.Settle)
		return slacktest.NewClient(s, s.Channel("room"), slacktest.Parts{Platform: slack.Platform, Limits: slack.Limits(), Poster: a})
	})
}

// run has an adapter work for the time of a test.
func run(t *testing.T, s *slacktest.Server, c slack.Config, h chat.Handler) *slack.Adapter {
	t.Helper()
	a := slack.New(c)
	if err := a.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, h) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	if c.AppToken != "" {
		s.WaitConnected(1)
	} else {
		s.ConnectHTTP(a.Handler())
		for !a.Ready() {
			time.Sleep(time.Millisecond)
		}
	}
	return a
}
