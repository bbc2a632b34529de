package app

import (
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// TestRemindedOnce has every second answer to a message get lost while many people are
// reminded. On Discord each of them is reminded once, and on Slack, where nobody can
// find out whether a message arrived, at most once.
func TestRemindedOnce(t *testing.T) {
	for name, c := range eachWay {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newBetween(t, c.ways)
				all := s.duels(c.platform, long(100, 1000))
				before, messages := make([]int, len(all)), 0
				for i, v := range all {
					before[i] = notifications(v)
					messages += len(v.messages())
				}
				lost := discordtest.Fault{Lost: true, Every: 2}
				if c.platform == slack.Platform {
					s.slack.FailWhere("POST /api/chat.postMessage", slacktest.Fault(lost))
				} else {
					s.discord.FailWhere("POST /channels/*/messages", lost)
				}
				time.Sleep(30 * time.Minute)
				synctest.Wait()
				counts := map[int]int{}
				for i, v := range all {
					messages -= len(v.messages())
					n := notifications(v) - before[i]
					if counts[n]++; n > 1 || n < 1 && c.platform == discord.Platform {
						t.Errorf("%d reminders in\n%+v", n, v.messages())
					}
				}
				t.Logf("of %d people %d were reminded once, and %d never, by %d messages", len(all), counts[1], counts[0], -messages)
				if -messages > len(all) {
					t.Errorf("there were %d messages", -messages)
				}
			})
		})
	}
}

// notifications counts the people whom the messages of a venue have notified.
func notifications(v venue) (n int) {
	for _, m := range v.messages() {
		n += m.notified
	}
	return n
}
