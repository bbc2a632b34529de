package slack_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// A workspace that takes the bot out leaves no token behind, whatever comes first, and
// nothing at all unless it installs the bot again within a week.
func TestUninstall(t *testing.T) {
	for name, events := range map[string][]string{
		"uninstalled first": {"app_uninstalled", "tokens_revoked"},
		"revoked first":     {"tokens_revoked", "app_uninstalled"},
		"uninstalled alone": {"app_uninstalled"},
	} {
		t.Run(name, func(t *testing.T) {
			alone(t, func(t *testing.T, w *whole, c slack.Config) {
				lab := w.NewWorkspace("lab")
				w.installs(w.Workspace, false)
				w.installs(lab, false)
				gone, stays := w.Channel("room"), lab.Channel("room")
				for _, at := range []slacktest.Where{gone, stays} {
					w.types(at, "ana", "start")
					w.presses(at, "ana", "d3")
				}
				w.Revoke(w.Workspace, "account_inactive")
				for _, kind := range events {
					inner := map[string]any{"type": kind}
					if kind == "tokens_revoked" {
						inner["tokens"] = map[string]any{"oauth": []string{}, "bot": []string{w.User("bot")}}
					}
					if d := w.Event(w.Workspace, inner); !d.Acked() {
						t.Errorf("%s was not acknowledged", kind)
					}
				}
				if data, err := c.Installs.Load(t.Context(), w.TeamID); data != nil || err != nil {
					t.Errorf("of the workspace is left %s, %v", data, err)
				}
				if data, err := c.Installs.Load(t.Context(), lab.TeamID); data == nil || err != nil {
					t.Errorf("the other workspace has lost its installation: %v", err)
				}
				w.types(stays, "ana", "history")
				w.sees(stays, "ana", history("d3"))
				w.presses(gone, "ana", label(words.HintButton{})) // on a board that is still there
				w.told(gone, "ana", "I am not installed here any more.")
				w.Mention(gone, "ana", "d3") // which has no address to be answered at
				for _, r := range w.Requests() {
					if r.Error == "not_authed" {
						t.Errorf("%s was called without a token", r.Method)
					}
				}
				time.Sleep(game.TenantRest - time.Hour)
				w.Install(w.Workspace)
				w.installs(w.Workspace, false)
				time.Sleep(2 * time.Hour)
				w.types(gone, "ana", "history")
				if m := w.newest(gone, "ana"); !strings.Contains(m.Shown, "d3") {
					t.Errorf("after it was installed anew the bot shows\n%s", m.Shown)
				}
				w.Revoke(w.Workspace, "account_inactive")
				w.Event(w.Workspace, uninstalled())
				time.Sleep(game.TenantRest + 2*time.Hour)
				w.Install(w.Workspace)
				w.installs(w.Workspace, false)
				w.types(gone, "ana", "history")
				if m := w.newest(gone, "ana"); !strings.HasPrefix(m.Shown, says(words.NoGame{})) {
					t.Errorf("after a week the bot still knows\n%s", m.Shown)
				}
				w.Mention(gone, "bo", "start")
				if m := w.newest(gone, "bo"); !strings.HasPrefix(m.Shown, opened(unnamed(true))) {
					t.Errorf("names are still known:\n%s", m.Shown)
				}
			})
		})
	}
}

// An organisation that takes the bot out leaves nothing behind in any of its
// workspaces. Its event names no workspace.
func TestOrganisationUninstalls(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		east, west := w.NewOrgWorkspace("east"), w.NewOrgWorkspace("west")
		w.installs(w.Workspace, false)
		w.installs(east, true)
		rooms := []slacktest.Where{east.Channel("room"), west.Channel("room")}
		for _, room := range append(rooms, w.Channel("room")) {
			w.types(room, "ana", "start")
		}
		event := `{"type":"event_callback","event_id":"Ev1","enterprise_id":"` + east.EnterpriseID + `","event":{"type":"app_uninstalled"}}`
		w.Revoke(east, "account_inactive")
		if status, _ := w.ask(w.SignedRequest(slacktest.PathEvents, jsonType, []byte(event))); status != http.StatusOK {
			t.Errorf("it is answered %d", status)
		}
		if data, err := c.Installs.Load(t.Context(), east.EnterpriseID); data != nil || err != nil {
			t.Errorf("of the organisation is left %s, %v", data, err)
		}
		time.Sleep(game.TenantRest + 2*time.Hour)
		w.installs(east, true)
		for _, room := range rooms {
			w.types(room, "ana", "history")
			w.sees(room, "ana", says(words.NoGame{}))
		}
		w.types(w.Channel("room"), "ana", "history")
		w.sees(w.Channel("room"), "ana", history(""))
	})
}

// instance is one more instance of the bot, on the same database.
func (w *whole) instance(c slack.Config) *stage {
	w.t.Helper()
	g := &stage{Server: w.Server, t: w.t, log: &journal{}}
	c.APIURL, c.Log, c.Transport, c.Dial = w.APIURL(), g.log.logger(), w.Transport(), w.Dial
	g.adapter = slack.New(c)
	g.run(w.bot)
	synctest.Wait()
	return g
}

// takes has an instance take a delivery, and fails the test unless it is acknowledged.
func (g *stage) takes(d *slacktest.Delivery) {
	g.t.Helper()
	if status, _ := g.ask(d.Request()); status != http.StatusOK {
		g.t.Errorf("it is answered %d", status)
	}
	g.Settle()
}

// uninstalled is the event that tells of a removal.
func uninstalled() map[string]any { return map[string]any{"type": "app_uninstalled"} }

// revoked is the event that tells of the end of the bot's token.
func revoked(w *slacktest.Workspace) map[string]any {
	return map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{}, "bot": []string{w.User("bot")}}}
}

// What tells of a removal deletes nothing of an installation that is newer, whichever
// instance it reaches, and however often.
func TestInstalledAgain(t *testing.T) {
	for name, test := range map[string]struct {
		inTime   bool // the event comes before the new installation, too
		answered bool // by the instance that made the new installation
	}{
		"told late":                      {false, true},
		"told late, to another instance": {false, false},
		"told twice, to two instances":   {true, true},
		"told twice, to one instance":    {true, false},
	} {
		t.Run(name, func(t *testing.T) {
			alone(t, func(t *testing.T, w *whole, c slack.Config) {
				other := w.instance(c)
				late := other
				if test.answered {
					late = w.stage
				}
				room := w.Channel("room")
				w.installs(w.Workspace, false)
				w.types(room, "ana", "start")
				time.Sleep(time.Minute)
				event := w.NewEvent(w.Workspace, uninstalled())
				w.Revoke(w.Workspace, "account_inactive")
				if test.inTime {
					other.takes(event)
				}
				time.Sleep(time.Minute)
				w.installs(w.Workspace, false)
				w.types(room, "ana", "start")
				w.presses(room, "ana", "d3")
				late.takes(w.NewRedelivery(event, 1, "http_timeout"))
				if data, err := c.Installs.Load(t.Context(), w.TeamID); data == nil || err != nil {
					t.Errorf("the new installation is gone: %v", err)
				}
				w.types(room, "ana", "history")
				w.sees(room, "ana", history("d3"))
			})
		})
	}
}

// A late removal deletes nothing of a newer installation whose token does not work.
func TestInstalledAgainAndRevoked(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		late := w.NewEvent(w.Workspace, uninstalled())
		time.Sleep(time.Minute)
		w.installs(w.Workspace, false)
		w.types(w.Channel("room"), "ana", "start")
		w.Revoke(w.Workspace, "token_revoked")
		if late.Send(); !late.Acked() {
			t.Error("it was not acknowledged")
		}
		if data, err := c.Installs.Load(t.Context(), w.TeamID); data == nil || err != nil {
			t.Errorf("the new installation is gone: %v", err)
		}
		w.types(w.Channel("room"), "ana", "history")
		w.sees(w.Channel("room"), "ana", history(""))
	})
}

// Where the stored token works, the bot is installed, whatever is told.
func TestRemovalThatIsNone(t *testing.T) {
	story := func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.presses(room, "ana", "d3")
		time.Sleep(time.Minute)
		if d := w.Event(w.Workspace, uninstalled()); !d.Acked() {
			t.Error("it was not acknowledged")
		}
		w.types(room, "ana", "history")
		w.sees(room, "ana", history("d3"))
	}
	t.Run("for many", func(t *testing.T) {
		alone(t, func(t *testing.T, w *whole, _ slack.Config) {
			w.installs(w.Workspace, false)
			story(t, w)
		})
	})
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) { story(t, startBot(t, s, c, setting{})) })
}

// While nobody knows whether the bot is installed nothing is deleted, and Slack is to
// tell it again.
func TestRemovalInDoubt(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"down":    {Status: http.StatusServiceUnavailable},
		"hanging": {Hang: true},
		"limited": {RetryAfter: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			alone(t, func(t *testing.T, w *whole, c slack.Config) {
				w.installs(w.Workspace, false)
				room := w.Channel("room")
				w.types(room, "ana", "start")
				event := w.NewEvent(w.Workspace, uninstalled())
				w.Revoke(w.Workspace, "account_inactive")
				w.failing("auth.test", 1, fault)
				event.Send()
				w.Settle()
				if event.Acked() || event.Took() > 3*time.Second {
					t.Errorf("it was acknowledged: %d after %v", event.Status(), event.Took())
				}
				w.types(room, "ana", "history")
				w.sees(room, "ana", history(""))
				if d := w.Redeliver(event, 1, "http_error"); !d.Acked() {
					t.Error("the repetition was not acknowledged")
				}
				if data, err := c.Installs.Load(t.Context(), w.TeamID); data != nil || err != nil {
					t.Errorf("of the workspace is left %s, %v", data, err)
				}
			})
		})
	}
}

// It is the same with a token of the bot's own, also by Socket Mode.
func TestRemovalInDoubtWithAnOwnToken(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		w := startBot(t, s, c, setting{})
		room := w.Channel("room")
		w.types(room, "ana", "start")
		event := w.NewEvent(w.Workspace, uninstalled())
		w.failing("auth.test", 1, slacktest.Fault{Status: http.StatusServiceUnavailable})
		event.Send()
		w.Settle()
		if event.Acked() {
			t.Error("it was acknowledged")
		}
		w.types(room, "ana", "history")
		w.sees(room, "ana", says(words.NoMovesYet{Color: rules.Black}))
		w.failing("auth.test", 1, slacktest.Fault{Error: "account_inactive"})
		if d := w.Redeliver(event, 1, "http_error"); !d.Acked() {
			t.Error("the repetition was not acknowledged")
		}
		time.Sleep(2 * time.Minute) // until the token works again
		w.types(room, "ana", "history")
		w.sees(room, "ana", says(words.NoMovesYet{Color: rules.Black}))
	})
}

// What cannot be deleted at once is deleted when Slack tells it again.
func TestUninstallWhileTheStoreFails(t *testing.T) {
	for name, deleting := range map[string]bool{"whatever it does": false, "when it deletes": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				c := many(s)
				kept := &flakyInstalls{deleting: deleting}
				c.Installs = kept
				w := startBot(t, s, c, setting{})
				w.installs(w.Workspace, false)
				room := w.Channel("room")
				w.types(room, "ana", "start")
				event := w.NewEvent(w.Workspace, uninstalled())
				w.Revoke(w.Workspace, "account_inactive")
				kept.err = errors.New("disk full")
				event.Send()
				if event.Acked() {
					t.Error("it was acknowledged")
				}
				if log := w.log.String(); !strings.Contains(log, "cannot delete an installation") {
					t.Errorf("the log says %s", log)
				}
				kept.err = nil
				if d := w.Redeliver(event, 1, "http_error"); !d.Acked() {
					t.Error("the repetition was not acknowledged")
				}
				if data, err := kept.Load(t.Context(), w.TeamID); data != nil || err != nil {
					t.Errorf("of the workspace is left %s, %v", data, err)
				}
				time.Sleep(game.TenantRest + 2*time.Hour)
				w.installs(w.Workspace, false)
				w.types(room, "ana", "history")
				w.sees(room, "ana", says(words.NoGame{}))
			})
		})
	}
}

// A workspace that revokes the bot's token keeps its games and its installation. The
// token is used no more for a while, and a new installation goes on at once.
func TestRevokedTokens(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		w.installs(w.Workspace, false)
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.presses(room, "ana", "d3")
		w.Revoke(w.Workspace, "token_revoked")
		w.Event(w.Workspace, revoked(w.Workspace))
		if data, err := c.Installs.Load(t.Context(), w.TeamID); data == nil || err != nil {
			t.Errorf("the installation is gone: %v", err)
		}
		w.ForgetRequests()
		tries := func(want int) {
			t.Helper()
			w.delivers(room, effect(chat.Post, "a reminder"))
			w.Settle()
			if got := len(w.Requests()); got != want {
				t.Errorf("%d calls were made with the token, want %d", got, want)
			}
		}
		tries(0)
		time.Sleep(10 * time.Minute)
		tries(1)
		tries(1)
		w.installs(w.Workspace, false)
		w.Event(w.Workspace, revoked(w.Workspace)) // of the earlier token
		w.types(room, "ana", "history")
		w.sees(room, "ana", history("d3"))
		w.types(room, "bo", "c3")
		w.sees(room, "ana", played("bo", "c3", "d4"))
	})
}

// The one workspace of a bot with a token of its own keeps its games, too, and the bot
// works again when the token does.
func TestOwnTokenRevoked(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		w := startBot(t, s, c, setting{})
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.presses(room, "ana", "d3")
		w.failing("auth.test", 2, slacktest.Fault{Error: "token_revoked"})
		w.Event(w.Workspace, revoked(w.Workspace))
		if w.adapter.Ready() {
			t.Error("the adapter is ready without a token")
		}
		time.Sleep(5 * time.Minute)
		if !w.adapter.Ready() {
			t.Error("the adapter is not ready though the token works again")
		}
		w.types(room, "ana", "history")
		w.sees(room, "ana", history("d3"))
	})
}

// A token of a person that dies takes nothing along.
func TestUserTokensAreNone(t *testing.T) {
	alone(t, func(t *testing.T, w *whole, c slack.Config) {
		w.installs(w.Workspace, false)
		w.Event(w.Workspace, map[string]any{"type": "tokens_revoked", "tokens": map[string]any{"oauth": []string{w.User("ana")}}})
		if data, err := c.Installs.Load(t.Context(), w.TeamID); data == nil || err != nil {
			t.Errorf("the installation is gone: %v", err)
		}
	})
}
