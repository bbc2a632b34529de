package slacktest

import (
	"errors"
	"net/http"
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

// Slack may be down when a program starts, and come back.
func TestDownFromTheStart(t *testing.T) {
	s := New(t)
	bot := api(s, s.BotToken())
	for _, pattern := range []string{"POST /api/auth.test", "POST /api/apps.connections.open"} {
		lift := s.FailWhere(pattern, Fault{Status: http.StatusServiceUnavailable})
		_, test := bot.AuthTest()
		_, _, open := bot.StartSocketModeContext(t.Context())
		status := slackapi.StatusCodeError{}
		if err := errors.Join(test, open); !errors.As(err, &status) || status.Code != 503 || (test == nil) == (open == nil) {
			t.Errorf("%s gives %v and %v", pattern, test, open)
		}
		lift()
		if _, err := bot.AuthTest(); err != nil {
			t.Errorf("afterwards there is %v", err)
		}
	}
}

// A token that is revoked is good until then, and those of other workspaces beyond.
func TestRevokedTokens(t *testing.T) {
	for _, code := range []string{"token_revoked", "account_inactive"} {
		s := New(t)
		far := s.NewWorkspace("far")
		tokens := []string{s.BotToken(), s.Install(far)}
		for _, token := range tokens {
			if _, err := api(s, token).AuthTest(); err != nil {
				t.Errorf("a good token gives %v", err)
			}
		}
		s.Revoke(far, code)
		if _, err := api(s, tokens[1]).AuthTest(); err == nil || err.Error() != code {
			t.Errorf("a revoked token gives %v, want %s", err, code)
		}
		if _, _, err := api(s, tokens[1]).PostMessage(far.Channel("room").Channel, markup("x")); err == nil || err.Error() != code {
			t.Errorf("a post with a revoked token gives %v, want %s", err, code)
		}
		if _, err := api(s, tokens[0]).AuthTest(); err != nil {
			t.Errorf("the token of another workspace gives %v", err)
		}
	}
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

// With direct calls both ways there is no connection at all.
func TestDirectly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room := s.Channel("room")
		served := ""
		bot := slackapi.New(s.BotToken(), slackapi.OptionAPIURL(s.APIURL()), slackapi.OptionHTTPClient(&http.Client{
			Transport: s.Direct(func(r *http.Request, serve func() *http.Response) (*http.Response, error) {
				served += r.URL.Path + " "
				return serve(), nil
			}),
		}))
		s.ConnectDirect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			served += r.URL.Path + " "
			if r.FormValue("text") != "x" {
				t.Errorf("the command is %v", r.Form)
			}
			if _, _, err := bot.PostMessage(room.Channel, markup("a board")); err != nil {
				t.Error(err)
			}
		}), func(_ *http.Request, serve func() *http.Response) (*http.Response, error) {
			time.Sleep(time.Second)
			return serve(), nil
		})
		d := s.NewCommand(room, "ana", "x")
		if d.Send(); !d.Acked() || d.Took() != time.Second || len(s.Messages(room, "bo")) != 1 {
			t.Errorf("the command was acknowledged after %v (%v)", d.Took(), d.Err())
		}
		if served != PathCommands+" /api/chat.postMessage " {
			t.Errorf("there were served %q", served)
		}
	})
}
