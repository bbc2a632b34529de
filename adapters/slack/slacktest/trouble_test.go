package slacktest

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
)

// What a channel and a workspace are limited to is theirs alone.
func TestRateLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room, far := s.Channel("room"), s.NewWorkspace("far")
		s.Install(far)
		s.LimitRates()
		// until calls until that is limited, and tells how often that went well and for how long it is.
		until := func(call func() error) (n int, after time.Duration) {
			for {
				limit, err := (*slackapi.RateLimitedError)(nil), call()
				if errors.As(err, &limit) {
					return n, limit.RetryAfter
				}
				if n++; err != nil {
					t.Fatal(err)
				}
			}
		}
		writing := func(w Where, token string) func() error {
			return func() error { _, _, err := api(s, token).PostMessage(w.Channel, markup("x")); return err }
		}
		for _, write := range []func() error{writing(room, s.BotToken()), writing(s.Channel("den"), s.BotToken()), writing(far.Channel("room"), far.BotToken())} {
			if n, after := until(write); n != 5 || after != 5*time.Second {
				t.Errorf("after %d messages one is limited for %v", n, after)
			}
		}
		for _, of := range []*Workspace{s.Workspace, far} {
			w := of.Channel("room")
			ts := s.Messages(w, "ana")[0].TS
			if n, after := until(func() error {
				_, _, _, err := api(s, of.BotToken()).UpdateMessage(w.Channel, ts, markup("y"), slackapi.MsgOptionParse(false))
				return err
			}); n != 50 || after != time.Minute {
				t.Errorf("after %d edits one is limited for %v", n, after)
			}
		}
	})
}

func TestUnknownMethodsFailTheTest(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	if _, err := api(s, s.BotToken()).GetEmoji(); code(err) != "unknown_method" {
		t.Errorf("emoji.list gives %v", err)
	}
	if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], "emoji.list is no method") {
		t.Errorf("the test fails with %q", found)
	}
}
