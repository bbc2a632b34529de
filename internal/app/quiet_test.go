package app

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
)

// Only the clock's posts come without a notification.
func TestSilentPosts(t *testing.T) {
	const suppressNotifications = 1 << 12
	synctest.Test(t, func(t *testing.T) {
		s := newBubble(t, modes{discord: "http"})
		m, where := s.channel(discord.Platform, 1), s.discord.Channel("channel 1")
		posts := func() (silent, loud int) {
			for _, post := range s.discord.Messages(where, "cy") {
				if post.Flags&suppressNotifications != 0 {
					silent++
				} else {
					loud++
				}
			}
			return silent, loud
		}
		m.act(t, "mo: settings puzzle:12:00")
		m.act(t, "ana: start with:bot")
		m.act(t, "ana: move square:d3")
		if silent, loud := posts(); silent != 0 || loud < 3 {
			t.Errorf("%d answers are silent, and %d are not", silent, loud)
		}
		_, before := posts()
		time.Sleep(24 * time.Hour) // the puzzle of the day
		synctest.Wait()
		if silent, loud := posts(); silent != 1 || loud != before {
			t.Errorf("of the clock's posts %d are silent, and %d are not", silent, loud-before)
		}
	})
}

// The answer says how to add the bot elsewhere, or whom to ask. The adapters' tests check the addresses.
func TestInvitation(t *testing.T) {
	const add, ask = "Add me to another server", "people who run this bot"
	for name, c := range map[string]struct {
		modes
		platform, want string
	}{
		"a public application": {modes{discord: "http"}, discord.Platform, add},
		"many workspaces":      {modes{slack: "oauth"}, slack.Platform, add},
		"one workspace":        {modes{slack: "http"}, slack.Platform, ask},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := newBubble(t, c.modes).channel(c.platform, 1)
				m.act(t, "ana: help topic:invite")
				if seen := m.Seen("ana"); len(seen) != 1 || !strings.Contains(seen[0].Text, c.want) || len(m.Seen("bo")) != 0 {
					t.Errorf("ana sees %+v, want %q, and bo sees %+v", seen, c.want, m.Seen("bo"))
				}
			})
		})
	}
}
