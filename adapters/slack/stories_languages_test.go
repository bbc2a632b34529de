package slack_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/words"
)

// granted are the scopes of a bot that may ask who somebody is.
var granted = []string{"commands", "chat:write", "chat:write.public", "app_mentions:read", "users:read"}

// saidIn is how a message begins in a language.
func saidIn(tag string, m words.Message) string {
	l, _ := words.MustLoad().Named(tag)
	return l.String(m)
}

// languagesOffered are the languages that a message has buttons for.
func languagesOffered(m slacktest.Message) (names []string) {
	for _, c := range m.Controls() {
		if strings.Contains(c.Value, ":speak:") {
			names = append(names, c.Label)
		}
	}
	return names
}

// The first game in a channel speaks as its starter, says so once, and offers English.
func TestTheLanguageIsOffered(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		w := startBot(t, s, c, setting{})
		s.SetScopes(granted...)
		s.SetProfile("ana", "ana", "ja-JP")
		room := w.Channel("room")
		w.types(room, "ana", "start")
		first := w.sees(room, "bo", saidIn("ja", words.Opened{Player: called("ana")}))
		if got := strings.Join(languagesOffered(first), " "); got != "English 日本語" {
			t.Errorf("%q are offered in\n%s", got, first.Shown)
		}
		w.presses(room, "bo", "English")
		w.told(room, "bo", says(words.SettingsForModerators{}))
		w.presses(room, "ana", "English")
		w.told(room, "ana", says(words.SpeaksNow{}))
		w.shows(w.Messages(room, "cy")[0], says(words.GameBegins{}), 1)
		w.types(room, "ana", "stop")
		w.types(room, "ana", "start")
		if again := w.sees(room, "bo", opened("ana")); len(languagesOffered(again)) > 0 {
			t.Errorf("it is offered again in\n%s", again.Shown)
		}
		w.quiet()
	})
}

// Where Slack does not tell who speaks what, the bot speaks English and offers nothing,
// until it is told.
func TestNoLanguageIsOfferedWithoutTheScope(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		w := startBot(t, s, c, setting{}) // without the scope
		s.SetProfile("ana", "ana", "ja-JP")
		room := w.Channel("room")
		w.types(room, "ana", "start")
		if m := w.sees(room, "bo", opened("ana")); len(languagesOffered(m)) > 0 {
			t.Errorf("it is offered in\n%s", m.Shown)
		}
		w.types(room, "ana", "stop")
		s.SetScopes(granted...)
		time.Sleep(time.Hour)
		w.types(room, "ana", "start")
		if m := w.sees(room, "bo", saidIn("ja", words.Opened{Player: called("ana")})); len(languagesOffered(m)) != 2 {
			t.Errorf("it is not offered in\n%s", m.Shown)
		}
	})
}
