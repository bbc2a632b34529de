package discord

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

// The bot notices a restored permission within an hour, although no event reports it. Until
// then it rarely tries.
func TestShutChannelIsTriedAgain(t *testing.T) {
	for name, code := range map[string]string{"cannot see it": "50001", "cannot write there": "50013"} {
		fake.Bubble(t, name, func(t *testing.T) {
			back := time.Now().Add(90 * time.Minute)
			discord := &recorder{answer: func(string) (*http.Response, error) {
				if time.Now().Before(back) {
					return reply(http.StatusForbidden, `{"code":`+code+`}`), nil
				}
				return nil, nil
			}}
			a := endpoint(t, discord, answers())
			posts := func(d time.Duration) (n int) {
				discord.forget()
				for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Minute) {
					deliver(a, here, effect(chat.Ping, "your move"))
				}
				for _, line := range discord.lines() {
					if strings.HasPrefix(line, "POST "+theChannel) {
						n++
					}
				}
				return n
			}
			if n := posts(time.Hour); n != 1 {
				t.Errorf("%d messages are tried in the first hour, want 1", n)
			}
			if n := posts(time.Hour); n != 1 {
				t.Errorf("%d messages are tried in the second hour, want 1", n)
			}
			if n := posts(10 * time.Minute); n != 10 {
				t.Errorf("%d of 10 messages are sent after the right was back", n)
			}
			e := effect(chat.Edit, "changed")
			e.Ref = ref{channel: channelID, message: boardID}.name()
			discord.forget()
			deliver(a, here, e)
			if got := len(discord.lines()); got != 1 {
				t.Errorf("%d requests change a message here, want 1", got)
			}
		})
	}
}
