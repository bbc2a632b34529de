package slack_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// rotating runs a test in a bubble, with the whole bot installed in one workspace by a
// token that ends after twelve hours.
func rotating(t *testing.T, test func(t *testing.T, w *whole, c slack.Config, kept *flakyInstalls)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		s.RotateTokens()
		s.Revoke(s.Workspace, "token_revoked") // one that does not end
		kept := &flakyInstalls{}
		c := many(s)
		c.Installs = kept
		w := startBot(t, s, c, setting{})
		w.installs(w.Workspace, false)
		w.ForgetRequests()
		test(t, w, c, kept)
	})
}

// exchanges counts how often the exchange of a token was asked for, and how often that
// was refused.
func (g *stage) exchanges() (asked, refused int) {
	for _, r := range g.Requests() {
		if r.Method == "oauth.v2.access" {
			asked++
			if r.Status != http.StatusOK || r.Error != "" {
				refused++
			}
		}
	}
	return asked, refused
}

// plays has a game opened in a new channel, and fails the test if nobody sees it.
func (w *whole) plays(channel string) {
	w.t.Helper()
	room := w.Channel(channel)
	w.types(room, "ana", "start")
	w.sees(room, "bo", opened("ana"))
}

// A token that ends is exchanged before its end, once, and after it, where nobody has
// played for long.
func TestTokensThatEnd(t *testing.T) {
	rotating(t, func(t *testing.T, w *whole, _ slack.Config, _ *flakyInstalls) {
		for i, step := range []struct {
			after time.Duration
			want  int // exchanges until then
		}{
			{0, 0}, {9 * time.Hour, 0}, {90 * time.Minute, 1}, {time.Minute, 1}, {9 * time.Hour, 1}, {2 * time.Hour, 2}, {48 * time.Hour, 3},
		} {
			time.Sleep(step.after)
			w.plays(fmt.Sprint("room ", i))
			if asked, refused := w.exchanges(); asked != step.want || refused > 0 {
				t.Errorf("after %v more, %d exchanges were asked for, want %d, and %d refused", step.after, asked, step.want, refused)
			}
		}
		for _, r := range w.Requests() {
			if r.Error != "" && r.Method != "users.info" {
				t.Errorf("%s was refused with %s", r.Method, r.Error)
			}
		}
	})
}

// However many deliveries come at once, to however many instances, the token that
// another has got is used.
func TestTokensThatEndForManyAtOnce(t *testing.T) {
	for name, after := range map[string]time.Duration{"before the end": 11 * time.Hour, "after the end": 13 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			rotating(t, func(t *testing.T, w *whole, c slack.Config, _ *flakyInstalls) {
				other := w.instance(c)
				time.Sleep(after)
				w.FailWhere("POST /api/oauth.v2.access", slacktest.Fault{Latency: 100 * time.Millisecond})
				for _, name := range []string{"a", "b", "c", "d"} {
					go w.NewCommand(w.Channel(name), "ana", "start").Send()
					r := w.NewCommand(w.Channel("other "+name), "ana", "start").Request()
					go other.adapter.Handler().ServeHTTP(httptest.NewRecorder(), r)
				}
				time.Sleep(20 * time.Second)
				for _, name := range []string{"a", "b", "c", "d"} {
					w.sees(w.Channel(name), "bo", opened("ana"))
					w.sees(w.Channel("other "+name), "bo", opened("ana"))
				}
				if asked, _ := w.exchanges(); asked > 2 {
					t.Errorf("two instances have asked for %d exchanges", asked)
				}
				time.Sleep(11 * time.Hour)
				w.plays("e")
			})
		})
	}
}

// Who comes too late for the exchange waits for what the faster one saves.
func TestTokensThatEndAreSavedSlowly(t *testing.T) {
	rotating(t, func(t *testing.T, w *whole, c slack.Config, kept *flakyInstalls) {
		other := w.instance(c)
		time.Sleep(13 * time.Hour)
		kept.slow = 300 * time.Millisecond
		go w.NewCommand(w.Channel("a"), "ana", "start").Send()
		r := w.NewCommand(w.Channel("b"), "ana", "start").Request()
		go other.adapter.Handler().ServeHTTP(httptest.NewRecorder(), r)
		time.Sleep(20 * time.Second)
		w.sees(w.Channel("a"), "bo", opened("ana"))
		w.sees(w.Channel("b"), "bo", opened("ana"))
		if asked, refused := w.exchanges(); asked != 2 || refused != 1 {
			t.Errorf("%d exchanges were asked for, and %d refused", asked, refused)
		}
	})
}

// While Slack exchanges nothing the old token is used, until it ends, and it is not
// asked all the time.
func TestTokensThatEndDuringAnOutage(t *testing.T) {
	rotating(t, func(t *testing.T, w *whole, _ slack.Config, _ *flakyInstalls) {
		time.Sleep(11 * time.Hour)
		w.failing("oauth.v2.access", 0, slacktest.Fault{Error: "internal_error"})
		w.plays("a")
		w.plays("b")
		if asked, _ := w.exchanges(); asked != 1 {
			t.Errorf("%d exchanges were asked for within a moment", asked)
		}
		time.Sleep(2 * time.Hour)
		w.types(w.Channel("c"), "ana", "start")
		w.told(w.Channel("c"), "ana", "What you did counts, but Slack no longer lets me write here.")
		w.Fail(nil)
		time.Sleep(2 * time.Minute)
		w.plays("d")
	})
}

// A token that cannot be saved is used all the same, and saved as soon as it can.
func TestTokensThatCannotBeSaved(t *testing.T) {
	rotating(t, func(t *testing.T, w *whole, c slack.Config, kept *flakyInstalls) {
		time.Sleep(13 * time.Hour)
		kept.saving = errors.New("disk full")
		w.plays("a")
		w.plays("b")
		kept.saving = nil
		w.plays("c")
		if asked, refused := w.exchanges(); asked != 1 || refused > 0 {
			t.Errorf("%d exchanges were asked for, and %d refused", asked, refused)
		}
		other := w.instance(c) // which knows what is stored
		room := w.Channel("d")
		other.takes(w.NewCommand(room, "ana", "start"))
		w.sees(room, "bo", opened("ana"))
		if log := w.log.String(); !strings.Contains(log, "cannot save a token") || strings.Contains(log, "xoxe") {
			t.Errorf("the log says %s", log)
		}
	})
}

// A removal of an installation whose token has ended is still found out about.
func TestRemovalWithATokenThatEnds(t *testing.T) {
	rotating(t, func(t *testing.T, w *whole, c slack.Config, _ *flakyInstalls) {
		time.Sleep(13 * time.Hour)
		if d := w.Event(w.Workspace, uninstalled()); !d.Acked() { // which is not true
			t.Error("it was not acknowledged")
		}
		w.plays("a")
		time.Sleep(13 * time.Hour)
		event := w.NewEvent(w.Workspace, uninstalled())
		w.Revoke(w.Workspace, "account_inactive")
		if event.Send(); !event.Acked() {
			t.Error("it was not acknowledged")
		}
		w.Settle()
		if data, err := c.Installs.Load(t.Context(), w.TeamID); data != nil || err != nil {
			t.Errorf("of the workspace is left %s, %v", data, err)
		}
	})
}
