package slack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

func uninstalled() map[string]any { return map[string]any{"type": "app_uninstalled"} }

func revoked(of ...string) map[string]any {
	tokens := map[string]any{"oauth": []string{"U1"}, "bot": of}
	return map[string]any{"type": "tokens_revoked", "tokens": tokens}
}

// After a workspace removes the bot, neither its token nor its names are kept, in either order of
// the events. The handler is informed of the removal and of a later installation.
func TestUninstall(t *testing.T) {
	for name, events := range map[string][]func(*stage) map[string]any{
		"uninstalled first": {func(*stage) map[string]any { return uninstalled() }, func(g *stage) map[string]any { return revoked(g.User("bot")) }},
		"revoked first":     {func(g *stage) map[string]any { return revoked(g.User("bot")) }, func(*stage) map[string]any { return uninstalled() }},
	} {
		t.Run(name, func(t *testing.T) {
			withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
				lab := g.NewWorkspace("lab")
				gone, stays := g.Channel("room"), lab.Channel("room")
				for _, w := range []*slacktest.Workspace{g.Workspace, lab} {
					g.installs(w, false)
					g.greeted(w.Channel("room"))
				}
				g.Revoke(g.Workspace, "account_inactive")
				for _, event := range events {
					g.atOnce(g.NewEvent(g.Workspace, event(g)))
				}
				g.checkStored(g.TeamID, false)
				g.checkStored(lab.TeamID, true)
				if countEvents(h, chat.VerbRemoved, g.TeamID) != 1 || countEvents(h, chat.VerbRemoved, lab.TeamID) != 0 {
					t.Errorf("the handler receives %+v", h.Actions())
				}
				g.greeted(stays)
				g.types(gone, "bo", "x")
				g.whispered(gone, "bo", "I am not installed here any more.")
				g.Mention(gone, "ana", "x") // a mention has no response address
				for _, r := range g.Requests() {
					if r.Error == "not_authed" {
						t.Errorf("%s was called without a token", r.Method)
					}
				}
				g.Install(g.Workspace)
				g.installs(g.Workspace, false)
				if countEvents(h, chat.VerbPresent, g.TeamID) != 2 {
					t.Error("the handler is not informed that the bot is there again")
				}
				g.SetScopes("chat:write")
				ana := chat.Span{Kind: chat.SpanName, User: new(g.player("ana")), Text: "somebody"}
				g.delivers(gone, chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say(ana)}})
				g.Settle()
				g.sees(gone, "bo", "somebody")
			})
		})
	}
}

func (g *stage) instance(h chat.Handler) *stage {
	g.t.Helper()
	other := newStage(g.t, g.Server, g.config)
	other.run(h)
	synctest.Wait()
	return other
}

// accepts sends a delivery to this instance by HTTP, and checks that it is acknowledged.
func (g *stage) accepts(d *slacktest.Delivery) {
	g.t.Helper()
	if status, _ := g.ask(d.Request()); status != http.StatusOK {
		g.t.Errorf("it is answered %d", status)
	}
	g.Settle()
}

// A late removal event does not delete a newer installation, whichever instances receive it, and even if
// the newer token does not work.
func TestInstalledAgain(t *testing.T) {
	for name, test := range map[string]struct {
		inTime       bool // the event also arrives before the new installation
		sameInstance bool // the instance that made the new installation receives the late event
		revoked      bool // the new token is revoked, too
	}{
		"reported late":                      {false, true, false},
		"reported late, to another instance": {false, false, false},
		"reported twice, to two instances":   {true, true, false},
		"reported twice, to one instance":    {true, false, false},
		"reported late, and revoked":         {false, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
				other := g.instance(h)
				late := other
				if test.sameInstance {
					late = g
				}
				g.installs(g.Workspace, false)
				time.Sleep(time.Minute)
				event := g.NewEvent(g.Workspace, uninstalled())
				g.Revoke(g.Workspace, "account_inactive")
				if test.inTime {
					other.accepts(event)
				}
				time.Sleep(time.Minute)
				g.installs(g.Workspace, false)
				if test.revoked {
					g.Revoke(g.Workspace, "token_revoked")
				}
				h.Forget()
				late.accepts(g.NewRedelivery(event))
				g.checkStored(g.TeamID, true)
				if countEvents(h, chat.VerbRemoved, g.TeamID) != 0 {
					t.Error("the handler is informed of a removal")
				}
			})
		})
	}
}

// A removal event is ignored while the token works. The revocation of a user's token is ignored, too.
func TestRemovalThatIsNone(t *testing.T) {
	tell := func(t *testing.T, g *stage, h *fake.Handler) {
		for _, event := range []map[string]any{uninstalled(), revoked()} {
			g.atOnce(g.NewEvent(g.Workspace, event))
		}
		g.greeted(g.Channel("room"))
		if countEvents(h, chat.VerbRemoved, g.TeamID) != 0 {
			t.Error("the handler is informed of a removal")
		}
	}
	t.Run("for many", func(t *testing.T) {
		withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
			g.installs(g.Workspace, false)
			time.Sleep(time.Minute)
			tell(t, g, h)
			g.checkStored(g.TeamID, true)
		})
	})
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(greets)
		tell(t, g, h)
	})
}

// If a removal cannot be checked, stored or reported to the handler, the event is not acknowledged, so that
// Slack sends it again.
func TestRemovalInDoubt(t *testing.T) {
	asking := func(f slacktest.Fault) func(*stage, *fake.Handler, *flakyInstalls) {
		return func(g *stage, _ *fake.Handler, _ *flakyInstalls) { g.failing("auth.test", 1, f) }
	}
	for name, fails := range map[string]func(*stage, *fake.Handler, *flakyInstalls){
		"down":      asking(slacktest.Fault{Status: http.StatusServiceUnavailable}),
		"hanging":   asking(slacktest.Fault{Hang: true}),
		"limited":   asking(slacktest.Fault{RetryAfter: time.Minute}),
		"the store": func(_ *stage, _ *fake.Handler, kept *flakyInstalls) { kept.err = errors.New("disk full") },
		"the store when deletes": func(_ *stage, _ *fake.Handler, kept *flakyInstalls) {
			kept.deleting, kept.err = true, errors.New("disk full")
		},
		"the handler": func(_ *stage, h *fake.Handler, _ *flakyInstalls) {
			h.SetAnswer(func(context.Context, chat.Action) chat.Response { panic("hush") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				c, flaky, h := forManyWorkspaces(s), &flakyInstalls{}, &fake.Handler{Answer: greets}
				c.Installs = flaky
				g := start(t, s, c, h)
				g.installs(g.Workspace, false)
				event := g.NewEvent(g.Workspace, uninstalled())
				g.Revoke(g.Workspace, "account_inactive")
				fails(g, h, flaky)
				event.Send()
				g.Settle()
				if event.Status() != http.StatusServiceUnavailable || event.AckTime() > 3*time.Second {
					t.Errorf("it was answered %d after %v", event.Status(), event.AckTime())
				}
				if log := g.log.String(); !strings.Contains(log, "cannot delete an installation") {
					t.Errorf("the log says %s", log)
				}
				flaky.err = nil
				h.Forget()
				h.SetAnswer(greets)
				g.atOnce(g.NewRedelivery(event))
				g.checkStored(g.TeamID, false)
				if countEvents(h, chat.VerbRemoved, g.TeamID) != 1 {
					t.Errorf("the handler receives %+v", h.Actions())
				}
			})
		})
	}
}

// If the operator configured the token and the adapter cannot check it, Slack sends the removal event
// again, even by Socket Mode. The bot works again once the token does.
func TestRemovalInDoubtWithAnOwnToken(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(greets)
		event := g.NewEvent(g.Workspace, uninstalled())
		g.failing("auth.test", 1, slacktest.Fault{Status: http.StatusServiceUnavailable})
		event.Send()
		g.Settle()
		if event.Acked() || countEvents(h, chat.VerbRemoved, g.TeamID) != 0 {
			t.Error("it was acknowledged, or done")
		}
		g.failing("auth.test", 1, slacktest.Fault{Error: "account_inactive"})
		if d := g.NewRedelivery(event).SendAndWait(); !d.Acked() || countEvents(h, chat.VerbRemoved, g.TeamID) != 1 {
			t.Error("the repetition was not acknowledged, or not done")
		}
		time.Sleep(2 * time.Minute)
		g.failing("auth.test", 2, slacktest.Fault{Error: "token_revoked"})
		g.NewEvent(g.Workspace, revoked(g.User("bot"))).SendAndWait()
		if g.adapter.Ready() {
			t.Error("the adapter is ready without a token")
		}
		time.Sleep(5 * time.Minute)
		if !g.adapter.Ready() {
			t.Error("the adapter is not ready though the token works again")
		}
		g.greeted(g.Channel("room"))
	})
}

// After a workspace revokes the bot's token, its installation is kept, and the token is not used
// for a while. A new installation works at once.
func TestRevokedTokens(t *testing.T) {
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.installs(g.Workspace, false)
		room := g.Channel("room")
		g.greeted(room)
		g.Revoke(g.Workspace, "token_revoked")
		g.NewEvent(g.Workspace, revoked(g.User("bot"))).SendAndWait()
		g.checkStored(g.TeamID, true)
		g.ForgetRequests()
		tries := func(want int) {
			t.Helper()
			g.delivers(room, effect(chat.Post, "a reminder"))
			g.Settle()
			if got := len(g.Requests()); got != want {
				t.Errorf("%d calls were made with the token, want %d", got, want)
			}
		}
		tries(0)
		time.Sleep(10 * time.Minute)
		tries(1)
		tries(1)
		g.installs(g.Workspace, false)
		g.NewEvent(g.Workspace, revoked(g.User("bot"))).SendAndWait() // concerns the earlier token
		g.greeted(room)
		if countEvents(h, chat.VerbRemoved, g.TeamID) != 0 {
			t.Error("the handler is informed of a removal")
		}
	})
}

// The handler is informed of a probe's result only if that is certain.
func TestProbe(t *testing.T) {
	probe := chat.Response{Effects: []chat.Effect{{Kind: chat.Probe}}}
	withManyWorkspaces(t, func(t *testing.T, g *stage, h *fake.Handler) {
		lab, gone := g.NewWorkspace("lab"), g.NewWorkspace("gone")
		g.installs(lab, false)
		g.installs(gone, false)
		g.Revoke(gone, "account_inactive")
		h.Forget()
		for at, want := range map[chat.Place][2]int{ // number of VerbPresent and of VerbRemoved events
			{Platform: slack.Platform, Team: lab.TeamID}:            {1, 0},
			{Platform: slack.Platform, Team: g.TeamID}:              {0, 1},
			{Platform: slack.Platform, Team: gone.TeamID}:           {0, 0}, // the bot may be installed again with a new token
			{Platform: slack.Platform, Team: "T404", Channel: "C1"}: {0, 0}, // the probe of a channel has no result
		} {
			g.adapter.Deliver(t.Context(), at, probe)
			g.Settle()
			if got := [2]int{countEvents(h, chat.VerbPresent, at.Team), countEvents(h, chat.VerbRemoved, at.Team)}; got != want {
				t.Errorf("for %+v the handler receives %v, want %v", at, got, want)
			}
		}
		e := shown(chat.Post, 1, with("a board", "b"))
		e.Subject.Place = chat.Place{Platform: slack.Platform, Team: g.TeamID, Channel: "C1"}
		g.adapter.Deliver(t.Context(), e.Subject.Place, chat.Response{Effects: []chat.Effect{e}})
		g.Settle()
		if reported := h.Reported(); len(reported) != 1 || reported[0].Fate != chat.Dormant {
			t.Errorf("for a board where the bot is not installed it receives %+v", reported)
		}
	})
}
