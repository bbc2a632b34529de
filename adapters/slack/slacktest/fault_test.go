package slacktest

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
)

// What goes wrong is answered as Slack does.
func TestFaults(t *testing.T) {
	s := New(t)
	room := s.Channel("room")
	fail := func(f Fault) error {
		s.Fail(func(r *http.Request) *Fault {
			body, err := io.ReadAll(r.Body)
			if Method(r) != "chat.postMessage" || err != nil || !strings.Contains(string(body), "for+notifications") {
				return nil
			}
			return &f
		})
		bot := api(s, s.BotToken())
		if _, err := bot.AuthTest(); err != nil {
			t.Errorf("another method fails too: %v", err)
		}
		_, _, err := bot.PostMessage(room.Channel, markup("x"))
		return err
	}
	limited, status := (*slackapi.RateLimitedError)(nil), slackapi.StatusCodeError{}
	if err := fail(Fault{RetryAfter: 1500 * time.Millisecond}); !errors.As(err, &limited) || limited.RetryAfter != 2*time.Second {
		t.Errorf("a rate limit gives %v", err)
	}
	if err := fail(Fault{Status: http.StatusBadGateway}); !errors.As(err, &status) || status.Code != http.StatusBadGateway {
		t.Errorf("a status gives %v", err)
	}
	if err := fail(Fault{Error: "edit_window_closed"}); code(err) != "edit_window_closed" {
		t.Errorf("an error gives %v", err)
	}
	if n := len(s.Messages(room, "ana")); n != 0 {
		t.Errorf("%d messages came through", n)
	}
	if err := fail(Fault{Lost: true}); err == nil || len(s.Messages(room, "ana")) != 1 {
		t.Errorf("a lost answer gives %v and %d messages", err, len(s.Messages(room, "ana")))
	}
}

func TestRequestsAreRecorded(t *testing.T) {
	s := New(t)
	room := s.Channel("room")
	s.Fail(func(*http.Request) *Fault { return &Fault{Error: "fatal_error"} })
	_, _ = api(s, s.BotToken()).AuthTest()
	s.Fail(nil)
	post(t, s, room, "x")
	respond(t, s, s.NewCommand(room, "ana", "x").ResponseURL, `{"text":"psst"}`)
	var methods []string
	for _, r := range s.Requests() {
		methods = append(methods, r.Method+" "+r.Error)
		if r.Fields["token"] != "" {
			t.Errorf("%s has its token on record", r.Method)
		}
	}
	if want := []string{"auth.test fatal_error", "chat.postMessage ", MethodResponse + " "}; !slices.Equal(methods, want) {
		t.Errorf("there were %q, want %q", methods, want)
	}
	if r := s.Requests()[1]; r.Status != http.StatusOK || r.Fields["channel"] != room.Channel || !strings.HasPrefix(r.Fields["blocks"], "[") || len(r.Body) == 0 {
		t.Errorf("the record is %+v", r)
	}
	s.ForgetRequests()
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests are still on record", n)
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

// The same steps give the same bytes.
func TestBytesDependOnNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var first string
		for range 2 {
			s := NewPiped(t)
			room := s.Channel("room")
			post(t, s, room, "x")
			got := string(s.NewCommand(room, "ana", "x").Payload()) + string(s.NewMention(room, "bo", "d3").Payload()) + string(s.Requests()[0].Body)
			if first == "" {
				first = got
			}
			if got != first {
				t.Errorf("%s\nand then\n%s", first, got)
			}
		}
	})
}
