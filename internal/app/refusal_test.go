package app

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat/chattest"
)

// TestOnePlatformRefuses makes one platform refuse the bot, at the start or later. The other stays
// playable, the program goes on, and /readyz names the broken one.
func TestOnePlatformRefuses(t *testing.T) {
	slackFails := func(f slacktest.Fault) func(*bubble) {
		return func(s *bubble) { s.undo = s.slack.FailWhere("", f) }
	}
	discordFails := func(status int) func(*bubble) {
		return func(s *bubble) { s.undo = s.discord.FailWhere("", discordtest.Fault{Status: status}) }
	}
	revoked := func(s *bubble) {
		slackFails(slacktest.Fault{Error: "token_revoked"})(s)
		if s.modes.slack == "socket" {
			s.slack.Disconnect("refresh_requested")
		}
		s.slack.NewCommand(s.slack.Channel("channel"), "ana", "start").Send()
	}
	for name, c := range map[string]struct {
		modes
		refuses, plays string
		before, later  func(*bubble) // before or after the start
		recovers       bool          // otherwise only a restart helps
	}{
		"Slack is down at the start":             {modes{"gateway", "socket"}, slack.Platform, discord.Platform, slackFails(slacktest.Fault{Status: http.StatusServiceUnavailable}), nil, true},
		"Slack revokes the token later":          {modes{"gateway", "socket"}, slack.Platform, discord.Platform, nil, revoked, true},
		"Slack revokes the token later, by HTTP": {modes{"http", "http"}, slack.Platform, discord.Platform, nil, revoked, true},
		"Discord refuses the token at the start": {modes{"gateway", "socket"}, discord.Platform, slack.Platform, discordFails(http.StatusUnauthorized), nil, false},
		"Discord refuses the token later":        {modes{"gateway", "socket"}, discord.Platform, slack.Platform, nil, func(s *bubble) { s.discord.CloseGateway(4004) }, false},
		"Discord is down at the start":           {modes{"gateway", "http"}, discord.Platform, slack.Platform, discordFails(http.StatusBadGateway), nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBubble(t, c.modes, func(s *bubble) {
					s.unready = c.before != nil
					if c.before != nil {
						c.before(s)
					}
				})
				if c.later != nil {
					c.later(s)
				}
				time.Sleep(2 * time.Minute)
				m := s.channel(c.plays, 1)
				m.act(t, "ana: start with:bot")
				time.Sleep(time.Second)
				m.act(t, "ana: move square:"+s.playing(m.Place()).Position().Legal().First().String())
				time.Sleep(time.Second)
				answer := chattest.Control{Label: s.playing(m.Place()).Position().Legal().First().String()}
				if newest := m.Seen("ana"); len(s.playing(m.Place()).Moves) != 2 || !slices.Contains(newest[len(newest)-1].Controls, answer) {
					t.Errorf("within a second of a move the bot has not moved: %+v", newest)
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
				if !c.recovers {
					return
				}
				s.undo()
				time.Sleep(2 * time.Hour) // the bot seldom retries after a refusal
				if ok, broken := s.health.ready(context.Background()); !ok || len(broken) > 0 {
					t.Errorf("after that it is ready is %t, and %q does not work", ok, broken)
				}
				back := s.channel(c.refuses, 2)
				back.act(t, "ana: start")
				if seen := back.Seen("bo"); len(seen) != 1 || !slices.ContainsFunc(seen[0].Controls, func(c chattest.Control) bool { return c.Label == "d3" }) {
					t.Errorf("after that people see %+v", seen)
				}
				if works := s.metric("othellobot_platform_works", c.refuses); works != "1" {
					t.Errorf("after that the metric is %s", works)
				}
			})
		})
	}
}
