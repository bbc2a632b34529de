package slack_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

const publish = "views.publish"

func (g *stage) home(user string) slacktest.View {
	g.t.Helper()
	time.Sleep(time.Second)
	g.Settle()
	v, ok := g.Home(user)
	if !ok {
		g.t.Fatalf("%s's App Home is empty", user)
	}
	return v
}

// A press in the App Home or in a modal acts in the user's direct message with the bot, and is
// answered there. Whispers appear in a modal, and a press in the modal replaces its content.
func TestViews(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(games(g)))
		g.NewHomeOpened(g.Workspace, "ana").SendAndWait()
		home := g.home("ana")
		h.Forget()
		h.SetAnswer(fake.Answering(effect(chat.Post, "a board"), chat.Effect{Kind: chat.Edit, Message: with("as the view is", "b")}))
		g.atOnce(g.NewPressIn(g.Workspace, "ana", home, "Play"))
		dm := g.BotDM("ana")
		g.sees(dm, "ana", "a board")
		if _, ok := g.Modal("ana"); ok || len(g.Messages(dm, "ana")) != 1 {
			t.Error("a board opens a modal, or the view is posted")
		}
		for times, text := range []string{"first", "second"} {
			h.SetAnswer(fake.Answering(chat.Effect{Message: with(text, "Play")}))
			g.NewPressIn(g.Workspace, "ana", home, "Play").SendAndWait()
			modal, _ := g.Modal("ana")
			if strings.TrimSpace(modal.Shown) != text || modal.Times != times+1 {
				t.Errorf("the modal is %+v", modal)
			}
			home = modal
		}
		for _, a := range h.Actions() {
			if a.Place != placeOf(dm) || !a.Direct || a.Message != "" {
				t.Errorf("the action is %+v", a)
			}
		}
		h.SetAnswer(fake.Answering(chat.Effect{Message: g.cards().Board()}))
		g.NewPressIn(g.Workspace, "ana", home, "Play").SendAndWait()
		if modal, _ := g.Modal("ana"); !strings.Contains(modal.Shown, "🔳ABCDEFGH") {
			t.Errorf("a board is shown as %q", modal.Shown)
		}
	})
}

// The App Home of a user with many games is published within a second of a move, and at most every
// five seconds.
func TestAppHomeOfManyGames(t *testing.T) {
	inBubble(t, "http", func(t *testing.T, g *stage, h *fake.Handler) {
		ana := g.player("ana")
		h.SetAnswer(func(_ context.Context, a chat.Action) chat.Response {
			if a.Verb != chat.VerbHome {
				return chat.Response{Players: []chat.UserID{ana}}
			}
			text := strings.Repeat("\nyour move, move 4 in a channel with a name that is fairly long", 100) // more than fits a section
			return chat.Response{Effects: []chat.Effect{effect(chat.Whisper, "Your games:"+text)}}
		})
		room := g.Channel("room")
		g.NewHomeOpened(g.Workspace, "ana").SendAndWait()
		if got := strings.Count(g.home("ana").Shown, "your move"); got != 100 {
			t.Fatalf("ana sees %d games that wait for her", got)
		}
		time.Sleep(time.Minute)
		g.ForgetRequests()
		began := time.Now()
		g.types(room, "ana", "x")
		if v := g.home("ana"); v.Sent.Sub(began) > time.Second || v.Sent.Before(began) {
			t.Errorf("after a move the home is published after %v", v.Sent.Sub(began))
		}
		for range 40 {
			g.types(room, "ana", "x")
			time.Sleep(500 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		var last time.Time
		for _, r := range g.Requests() {
			if r.Method != publish {
				continue
			}
			if gap := r.At.Sub(last); gap < 5*time.Second {
				t.Errorf("the home is published after %v again", gap)
			}
			last = r.At
		}
		if n := g.calls(publish); n < 4 || n > 7 {
			t.Errorf("in half a minute the home is published %d times", n)
		}
	})
}

// The App Home is published only if the user has opened it within a day.
func TestAppHomesThatNobodyLooksAt(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		ana, bo := g.player("ana"), g.player("bo")
		h.SetAnswer(func(_ context.Context, a chat.Action) chat.Response {
			r := chat.Response{Effects: []chat.Effect{effect(chat.Whisper, "Your games.")}}
			if a.Verb != chat.VerbHome {
				r.Players = []chat.UserID{ana, bo, bo}
			}
			return r
		})
		room := g.Channel("room")
		g.types(room, "ana", "x")
		if n := g.calls(publish); n != 0 {
			t.Errorf("%d App Homes that no user has opened are published", n)
		}
		g.NewHomeOpened(g.Workspace, "bo").SendAndWait()
		for range 3 {
			time.Sleep(time.Minute)
			g.types(room, "ana", "x")
		}
		if _, ok := g.Home("ana"); ok || g.home("bo").Times != 4 {
			t.Errorf("bo's home is published %d times", g.home("bo").Times)
		}
		g.adapter.Deliver(t.Context(), placeOf(room), chat.Response{Players: []chat.UserID{bo}})
		time.Sleep(time.Minute)
		if n := g.home("bo").Times; n != 5 {
			t.Errorf("a change without an action is not shown: %d times", n)
		}
		time.Sleep(25 * time.Hour)
		g.types(room, "ana", "x")
		if n := g.home("bo").Times; n != 5 {
			t.Errorf("the next day it is published again: %d times", n)
		}
		g.NewHomeOpened(g.Workspace, "bo").SendAndWait()
		g.Revoke(g.Workspace, "account_inactive")
		g.NewEvent(g.Workspace, uninstalled()).SendAndWait()
		time.Sleep(time.Minute)
		g.types(room, "ana", "x")
	})
}

// If Slack does not open the form, the user sees what to type instead. An unknown shortcut is answered
// with a whisper.
func TestFormThatCannotBeOpened(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(formToLoad()))
		room := g.Channel("room")
		lift := g.FailWhere("POST /api/views.open", slacktest.Fault{Error: "expired_trigger_id"})
		g.types(room, "ana", "load")
		g.whispered(room, "ana", "Which moves?")
		lift()
		thread := room.In(g.Say(room, "bo", "a game?").TS)
		g.Mention(thread, "ana", "load")
		g.whispered(thread, "ana", "Which moves?")
		d := g.NewMessageShortcut(room, "ana", thread.Thread, "nothing")
		g.atOnce(d)
		g.whispered(room, "ana", "I do not know that.")
	})
}

// The admins of a workspace are moderators. Without the scope users:read the bot knows none.
func TestModerators(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		room := g.Channel("room")
		type standing struct{ moderates, unknown bool }
		of := func(user string) standing {
			t.Helper()
			h.Forget()
			g.types(room, user, "x")
			a := h.Actions()[0]
			return standing{a.Moderator, a.Unmoderated}
		}
		g.SetProfile("ana", slacktest.Profile{Admin: true})
		if of("ana") != (standing{moderates: true}) || of("bo") != (standing{}) {
			t.Error("ana is no moderator, or bo is one")
		}
		g.SetProfile("ana", slacktest.Profile{Admin: false})
		time.Sleep(5 * time.Hour)
		if of("ana") != (standing{}) {
			t.Error("ana is still a moderator hours after she ceased to be an admin")
		}
		g.SetScopes("commands", "chat:write")
		g.SetProfile("cy", slacktest.Profile{Admin: true})
		if got := of("cy"); got != (standing{unknown: true}) {
			t.Errorf("without the scope cy is %+v", got)
		}
	})
}
