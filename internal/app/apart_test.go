package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// TestOnePlatformRefuses has one platform not let the bot in, at the start or later. The
// other is played on, the program goes on, and whoever asks is told what does not work.
func TestOnePlatformRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		ways
		before  func(*between) // the start
		later   func(*between)
		refuses string
		plays   string
		recover func(*between) // nil if nothing helps but a restart
	}{
		"Slack is down at the start": {
			ways: ways{"gateway", "socket"}, refuses: slack.Platform, plays: discord.Platform,
			before: func(s *between) {
				s.lift = s.slack.FailWhere("", slacktest.Fault{Status: http.StatusServiceUnavailable})
			},
			recover: func(s *between) { s.lift() },
		},
		"Slack revokes the token later": {
			ways: ways{"gateway", "socket"}, refuses: slack.Platform, plays: discord.Platform,
			later: func(s *between) {
				s.lift = s.slack.FailWhere("", slacktest.Fault{Error: "token_revoked"})
				s.slack.Disconnect("refresh_requested")
				v := s.venue(slack.Platform, 0)
				v.types("ana", "start")
			},
			recover: func(s *between) { s.lift() },
		},
		"Slack revokes the token later, by HTTP": {
			ways: ways{"http", "http"}, refuses: slack.Platform, plays: discord.Platform,
			later: func(s *between) {
				s.lift = s.slack.FailWhere("", slacktest.Fault{Error: "token_revoked"})
				s.venue(slack.Platform, 0).types("ana", "start")
			},
			recover: func(s *between) { s.lift() },
		},
		"Discord refuses the token at the start": {
			ways: ways{"gateway", "socket"}, refuses: discord.Platform, plays: slack.Platform,
			before: func(s *between) { s.discord.FailWhere("", discordtest.Fault{Status: http.StatusUnauthorized}) },
		},
		"Discord refuses the token later": {
			ways: ways{"gateway", "socket"}, refuses: discord.Platform, plays: slack.Platform,
			later: func(s *between) { s.discord.CloseGateway(4004) },
		},
		"Discord is down at the start": {
			ways: ways{"gateway", "http"}, refuses: discord.Platform, plays: slack.Platform,
			before:  func(s *between) { s.lift = s.discord.FailWhere("", discordtest.Fault{Status: http.StatusBadGateway}) },
			recover: func(s *between) { s.lift() },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBetween(t, c.ways, func(s *between) {
					s.unready = c.before != nil
					if c.before != nil {
						c.before(s)
					}
				})
				if c.later != nil {
					c.later(s)
				}
				time.Sleep(2 * time.Minute)
				v := s.venue(c.plays, 1)
				v.types("ana", "start", "with:bot")
				time.Sleep(time.Second)
				if took := s.moved(v); took > time.Second {
					t.Errorf("the bot's move takes %v", took)
				}
				if ok, broken := s.health.ready(context.Background()); !ok || !slices.Equal(broken, []string{c.refuses}) {
					t.Errorf("it is ready is %t, and what does not work %q", ok, broken)
				}
				if refuses, plays := s.metric("othellobot_platform_works", c.refuses), s.metric("othellobot_platform_works", c.plays); refuses != "0" || plays != "1" {
					t.Errorf("the metric is %s where the bot is refused, and %s elsewhere", refuses, plays)
				}
				if len(s.ended) > 0 {
					t.Error("the program has ended")
				}
				if c.recover == nil {
					return
				}
				c.recover(s)
				time.Sleep(2 * time.Hour) // what is refused is asked seldom
				if ok, broken := s.health.ready(context.Background()); !ok || len(broken) > 0 {
					t.Errorf("after that it is ready is %t, and %q does not work", ok, broken)
				}
				back := s.venue(c.refuses, 2)
				back.types("ana", "start")
				time.Sleep(time.Second)
				if m := back.messages(); len(m) != 1 || !strings.Contains(m[0].text, openedGame()) {
					t.Errorf("after that people see %+v", m)
				}
				if works := s.metric("othellobot_platform_works", c.refuses); works != "1" {
					t.Errorf("after that the metric is %s", works)
				}
			})
		})
	}
}

// moved has somebody make a move against the bot, and tells how long it takes until the
// bot's own move is shown.
func (s *between) moved(v venue) time.Duration {
	s.t.Helper()
	g := s.playing(v.Place())
	_, square := next(g.Position())
	began := time.Now()
	go v.types("ana", "move", "square:"+square)
	if !until(10*time.Minute, func() bool {
		return slices.ContainsFunc(v.messages(), func(m seen) bool { return m.turn == int(g.Turn)+2 })
	}) {
		s.t.Fatalf("the bot's move is never shown:\n%+v", v.messages())
	}
	return time.Since(began)
}
