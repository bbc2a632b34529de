package slacktest

import (
	"errors"
	"net/http"
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
		room, den, far := s.Channel("room"), s.Channel("den"), s.NewWorkspace("far")
		s.Install(far)
		for range 20 {
			post(t, s, room, "without limits")
		}
		s.LimitRates()
		limited := func(err error) (after time.Duration) {
			var limit *slackapi.RateLimitedError
			if errors.As(err, &limit) {
				return limit.RetryAfter
			}
			if err != nil {
				t.Errorf("a call gives %v", err)
			}
			return 0
		}
		write := func(w Where, token string) time.Duration {
			_, _, err := api(s, token).PostMessage(w.Channel, markup("x"))
			return limited(err)
		}
		for range 5 {
			if after := write(room, s.BotToken()); after != 0 {
				t.Errorf("a burst is limited for %v", after)
			}
		}
		if after := write(room, s.BotToken()); after != 5*time.Second {
			t.Errorf("one too many is limited for %v", after)
		}
		if write(den, s.BotToken()) != 0 || write(far.Channel("room"), far.BotToken()) != 0 {
			t.Error("another channel is limited too")
		}
		time.Sleep(5 * time.Second)
		edit := func(of *Workspace) time.Duration {
			w := of.Channel("room")
			messages := s.Messages(w, "ana")
			_, _, _, err := api(s, of.BotToken()).UpdateMessage(w.Channel, messages[0].TS, markup("y"), slackapi.MsgOptionParse(false))
			return limited(err)
		}
		for range 50 {
			if after := edit(s.Workspace); after != 0 {
				t.Fatalf("an edit is limited for %v", after)
			}
		}
		if after := edit(s.Workspace); after != time.Minute {
			t.Errorf("edits are limited for %v", after)
		}
		if after := edit(far); after != 0 {
			t.Errorf("edits in another workspace are limited for %v", after)
		}
		if n := s.Calls("chat.update"); n != 52 {
			t.Errorf("%d edits were counted, want 52", n)
		}
	})
}

// A test may carry a delivery itself, and the answer later.
func TestCarriedByHand(t *testing.T) {
	s := New(t)
	room := s.Channel("room")
	for wait, acked := range map[time.Duration]bool{2 * time.Second: true, 4 * time.Second: false} {
		d := s.NewCommand(room, "ana", "x")
		s.Advance(time.Hour)
		if r := d.Request(); r.URL.Path != PathCommands || r.FormValue("text") != "x" {
			t.Errorf("the request is %v", r)
		}
		s.Advance(wait)
		body := []byte(wait.String())
		d.Receive(&http.Response{StatusCode: http.StatusOK}, body, nil)
		if d.Acked() != acked || d.Took().Round(time.Second) != wait || string(d.Answer()) != string(body) {
			t.Errorf("the answer was taken after %v: %q", d.Took(), d.Answer())
		}
	}
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
