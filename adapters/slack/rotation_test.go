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

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
)

// rotating runs a test in a bubble, with an adapter installed in a workspace whose tokens expire.
func rotating(t *testing.T, test func(t *testing.T, g *stage, kept *flakyInstalls)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := slacktest.NewPiped(t)
		s.SetScopes("commands", "chat:write", "chat:write.public")
		s.RotateTokens()
		s.Revoke(s.Workspace, "token_revoked") // the token that never expires
		c, kept := forManyWorkspaces(s), &flakyInstalls{}
		c.Installs = kept
		g := start(t, s, c, &fake.Handler{Answer: greets})
		g.installs(g.Workspace, false)
		g.ForgetRequests()
		test(t, g, kept)
	})
}

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

// A token is exchanged once, before it expires or, if the bot was idle, when it is used next.
func TestTokensThatEnd(t *testing.T) {
	rotating(t, func(t *testing.T, g *stage, _ *flakyInstalls) {
		for i, step := range []struct {
			after time.Duration
			want  int // exchanges so far
		}{
			{0, 0}, {9 * time.Hour, 0}, {90 * time.Minute, 1}, {time.Minute, 1}, {9 * time.Hour, 1}, {2 * time.Hour, 2}, {48 * time.Hour, 3},
		} {
			time.Sleep(step.after)
			g.greeted(g.Channel(fmt.Sprint("room ", i)))
			if asked, refused := g.exchanges(); asked != step.want || refused > 0 {
				t.Errorf("after %v more, %d exchanges were asked for, want %d, and %d refused", step.after, asked, step.want, refused)
			}
		}
		for _, r := range g.Requests() {
			if r.Error != "" && r.Method != "users.info" {
				t.Errorf("%s was refused with %s", r.Method, r.Error)
			}
		}
	})
}

// If many deliveries need a new token, each instance requests at most one exchange, and all use
// the new token.
func TestTokensThatEndForManyAtOnce(t *testing.T) {
	for name, after := range map[string]time.Duration{"before the end": 11 * time.Hour, "after the end": 13 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			rotating(t, func(t *testing.T, g *stage, _ *flakyInstalls) {
				other := g.instance(&fake.Handler{Answer: greets})
				time.Sleep(after)
				g.FailWhere("POST /api/oauth.v2.access", slacktest.Fault{Latency: 100 * time.Millisecond})
				for _, name := range []string{"a", "b", "c", "d"} {
					go g.NewCommand(g.Channel(name), "ana", "x").Send()
					r := g.NewCommand(g.Channel("other "+name), "ana", "x").Request()
					go other.adapter.Handler().ServeHTTP(httptest.NewRecorder(), r)
				}
				time.Sleep(20 * time.Second)
				for _, name := range []string{"a", "b", "c", "d"} {
					g.sees(g.Channel(name), "bo", "hello")
					g.sees(g.Channel("other "+name), "bo", "hello")
				}
				if asked, _ := g.exchanges(); asked > 2 {
					t.Errorf("two instances have asked for %d exchanges", asked)
				}
				time.Sleep(11 * time.Hour)
				g.greeted(g.Channel("e"))
			})
		})
	}
}

// An instance whose exchange is refused waits until the other instance has saved the new token.
func TestTokensThatEndAreSavedSlowly(t *testing.T) {
	rotating(t, func(t *testing.T, g *stage, kept *flakyInstalls) {
		other := g.instance(&fake.Handler{Answer: greets})
		time.Sleep(13 * time.Hour)
		kept.slow = 300 * time.Millisecond
		go g.NewCommand(g.Channel("a"), "ana", "x").Send()
		r := g.NewCommand(g.Channel("b"), "ana", "x").Request()
		go other.adapter.Handler().ServeHTTP(httptest.NewRecorder(), r)
		time.Sleep(20 * time.Second)
		g.sees(g.Channel("a"), "bo", "hello")
		g.sees(g.Channel("b"), "bo", "hello")
		if asked, refused := g.exchanges(); asked != 2 || refused != 1 {
			t.Errorf("%d exchanges were asked for, and %d refused", asked, refused)
		}
	})
}

// While exchanges fail, the old token is used until it expires, and not every delivery requests
// an exchange.
func TestTokensThatEndDuringAnOutage(t *testing.T) {
	rotating(t, func(t *testing.T, g *stage, _ *flakyInstalls) {
		time.Sleep(11 * time.Hour)
		g.failing("oauth.v2.access", 0, slacktest.Fault{Error: "internal_error"})
		g.greeted(g.Channel("a"))
		g.greeted(g.Channel("b"))
		if asked, _ := g.exchanges(); asked != 1 {
			t.Errorf("%d exchanges were asked for within a moment", asked)
		}
		time.Sleep(2 * time.Hour)
		g.types(g.Channel("c"), "ana", "x")
		g.whispered(g.Channel("c"), "ana", "What you did counts, but Slack no longer lets me write here.")
		g.Fail(nil)
		time.Sleep(2 * time.Minute)
		g.greeted(g.Channel("d"))
	})
}

// A token that cannot be saved is used, and saved as soon as possible.
func TestTokensThatCannotBeSaved(t *testing.T) {
	rotating(t, func(t *testing.T, g *stage, kept *flakyInstalls) {
		time.Sleep(13 * time.Hour)
		kept.saving = errors.New("disk full")
		g.greeted(g.Channel("a"))
		g.greeted(g.Channel("b"))
		kept.saving = nil
		g.greeted(g.Channel("c"))
		if asked, refused := g.exchanges(); asked != 1 || refused > 0 {
			t.Errorf("%d exchanges were asked for, and %d refused", asked, refused)
		}
		other := g.instance(&fake.Handler{Answer: greets}) // knows only the stored token
		room := g.Channel("d")
		other.accepts(g.NewCommand(room, "ana", "x"))
		g.sees(room, "bo", "hello")
		if log := g.log.String(); !strings.Contains(log, "cannot save a token") || strings.Contains(log, "xoxe") {
			t.Errorf("the log says %s", log)
		}
	})
}

// The removal of an installation is recognized even after its token has expired.
func TestRemovalWithATokenThatEnds(t *testing.T) {
	rotating(t, func(t *testing.T, g *stage, _ *flakyInstalls) {
		time.Sleep(13 * time.Hour)
		g.atOnce(g.NewEvent(g.Workspace, uninstalled()))
		g.greeted(g.Channel("a"))
		time.Sleep(13 * time.Hour)
		event := g.NewEvent(g.Workspace, uninstalled())
		g.Revoke(g.Workspace, "account_inactive")
		if event.Send(); !event.Acked() {
			t.Error("it was not acknowledged")
		}
		g.Settle()
		if data, err := g.config.Installs.Load(t.Context(), g.TeamID); data != nil || err != nil {
			t.Errorf("for the workspace, %s is still stored (%v)", data, err)
		}
	})
}

// A hanging exchange delays no other workspace. It delays its own workspace only after the old token
// has expired.
func TestTokensThatEndAreExchangedApart(t *testing.T) {
	for name, c := range map[string]struct {
		after time.Duration
		waits bool
	}{"before the end": {11 * time.Hour, false}, "after the end": {13 * time.Hour, true}} {
		t.Run(name, func(t *testing.T) {
			rotating(t, func(t *testing.T, g *stage, _ *flakyInstalls) {
				other := g.NewWorkspace("other")
				g.installs(other, false)
				time.Sleep(c.after)
				g.FailWhere("POST /api/oauth.v2.access", slacktest.Fault{Hang: true}, slacktest.Fault{})
				stuck, free := g.Channel("a"), other.Channel("b")
				go g.NewCommand(stuck, "ana", "x").Send()
				synctest.Wait()
				go g.NewCommand(free, "ana", "x").Send()
				time.Sleep(2 * time.Second)
				g.sees(free, "bo", "hello")
				if got := len(g.Messages(stuck, "bo")) == 0; got != c.waits {
					t.Errorf("the workspace whose exchange hangs waits: %t", got)
				}
				time.Sleep(time.Minute)
			})
		})
	}
}
