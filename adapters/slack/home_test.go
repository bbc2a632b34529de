package slack_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/words"
)

const publish = "views.publish"

// home returns what somebody sees in their App Home, soon after a change.
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

// move is the link to a board with a move to make, and mine how a list tells of one
// against the bot in which it is the reader's turn.
func move(number int) string { return label(words.MoveLink{Number: number}) }

func mine(number int) string {
	return says(words.AwaitsYou{Opponent: words.Person{Engine: true}, Board: chat.Say(move(number))})
}

// In the App Home people see their games, begin one, and get help; it follows the games
// that are played anywhere.
func TestAppHome(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		w.OpenHome(w.Workspace, "ana")
		if got, want := strings.TrimSpace(w.home("ana").Shown), says(words.NoGames{}); got != want {
			t.Errorf("without games ana sees %q, want %q", got, want)
		}
		room, dm := w.Channel("room"), w.BotDM("ana")
		time.Sleep(time.Minute)
		w.types(room, "ana", "start")
		board := w.newest(room, "bo")
		if got := w.home("ana").Shown; !strings.Contains(got, move(1)) {
			t.Errorf("with a game ana sees %q", got)
		}
		if raw := fmt.Sprint(w.home("ana").Blocks); !strings.Contains(raw, room.Channel) || !strings.Contains(raw, strings.ReplaceAll(board.TS, ".", "")) {
			t.Errorf("the list does not lead to %s in %s: %s", board.TS, room.Channel, raw)
		}

		time.Sleep(time.Minute)
		if d := w.PressIn(w.Workspace, "ana", w.home("ana"), label(words.PlayBotButton{})); !d.Acked() {
			t.Error("the press was not acknowledged")
		}
		w.sees(dm, "ana", says(words.AgainstBot{Player: awaited("ana"), Color: 0, Level: 2}))
		if got := w.home("ana").Shown; !strings.Contains(got, mine(1)) {
			t.Errorf("with two games ana sees %q", got)
		}
		if _, ok := w.Modal("ana"); ok {
			t.Error("a game that begins opens a modal")
		}

		time.Sleep(time.Minute)
		w.PressIn(w.Workspace, "ana", w.home("ana"), label(words.PlayBotButton{}))
		refusal, ok := w.Modal("ana")
		if !ok || len(refusal.Controls()) == 0 {
			t.Errorf("a second game against the bot is answered %q", refusal.Shown)
		}
		w.PressIn(w.Workspace, "ana", refusal, label(words.StopButton{}))
		if got := w.home("ana").Shown; strings.Contains(got, mine(1)) {
			t.Errorf("without a game against the bot ana sees %q", got)
		}
		w.PressIn(w.Workspace, "ana", w.home("ana"), label(words.HelpButton{}))
		if help, _ := w.Modal("ana"); strings.TrimSpace(help.Shown) != says(words.Help{}) {
			t.Errorf("the help is %q", help.Shown)
		}
		help, _ := w.Modal("ana")
		w.PressIn(w.Workspace, "ana", help, label(words.RulesButton{}))
		if rules, _ := w.Modal("ana"); rules.ID != help.ID || rules.Times != 2 {
			t.Error("what is pressed in a modal does not change it")
		}
		w.quiet()
	})
}

// manyGames begins so many games against the bot for Ana, each in a channel.
func (w *whole) manyGames(n int) (rooms []slacktest.Where) {
	for i := range n {
		rooms = append(rooms, w.Channel(fmt.Sprint("room", i)))
		w.types(rooms[i], "ana", "start bot 1 black")
	}
	return rooms
}

// The App Home of somebody with a hundred games is published within a second of a move,
// and at most once in five seconds.
func TestAppHomeOfManyGames(t *testing.T) {
	storyOf(t, t.Name(), func(t *testing.T, w *whole) {
		rooms := w.manyGames(100)
		w.OpenHome(w.Workspace, "ana")
		if got := strings.Count(w.home("ana").Shown, mine(1)); got != 100 {
			t.Fatalf("ana sees %d games that wait for her", got)
		}
		time.Sleep(time.Minute)
		w.ForgetRequests()
		began := time.Now()
		w.types(rooms[7], "ana", "d3")
		if v := w.home("ana"); v.Sent.Sub(began) > time.Second || v.Sent.Before(began) {
			t.Errorf("after a move the home is published after %v", v.Sent.Sub(began))
		}
		for i := range 40 {
			w.types(rooms[8+i], "ana", "d3")
			time.Sleep(500 * time.Millisecond)
		}
		time.Sleep(10 * time.Second)
		var last time.Time
		for _, r := range w.Requests() {
			if r.Method != publish {
				continue
			}
			if gap := r.At.Sub(last); gap < 5*time.Second {
				t.Errorf("the home is published after %v again", gap)
			}
			last = r.At
		}
		if n := w.calls(publish); n < 4 || n > 7 {
			t.Errorf("in half a minute the home is published %d times", n)
		}
		if got := strings.Count(w.home("ana").Shown, mine(3)); got != 41 {
			t.Errorf("at last %d games are at move 3", got)
		}
	})
}

// Of those who have not opened their App Home, or not for long, none is published.
func TestAppHomesThatNobodyLooksAt(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		ana := chat.UserID{Platform: slack.Platform, Team: s.TeamID, ID: s.User("ana")}
		bo := chat.UserID{Platform: slack.Platform, Team: s.TeamID, ID: s.User("bo")}
		h := &scripted{answer: func(_ context.Context, a chat.Action) chat.Response {
			r := chat.Response{Effects: []chat.Effect{effect(chat.Whisper, "Your games.")}}
			if a.Verb != chat.VerbHome {
				r.Players = []chat.UserID{ana, bo, bo}
			}
			return r
		}}
		g := start(t, s, c, h)
		room := g.Channel("room")
		g.types(room, "ana", "x")
		if n := g.calls(publish); n != 0 {
			t.Errorf("%d homes are published that nobody has opened", n)
		}
		g.OpenHome(g.Workspace, "bo")
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
			t.Errorf("what nobody asked for is not shown: %d times", n)
		}
		time.Sleep(25 * time.Hour)
		g.types(room, "ana", "x")
		if n := g.home("bo").Times; n != 5 {
			t.Errorf("the next day it is published again: %d times", n)
		}
		g.OpenHome(g.Workspace, "bo")
		g.Uninstall(g.Workspace)
		time.Sleep(time.Minute)
		g.types(room, "ana", "x")
	})
}

// A home that cannot be published is left as it is, and the next change tries again.
func TestAppHomeFails(t *testing.T) {
	for name, fault := range map[string]slacktest.Fault{
		"switched off": {Error: "not_enabled"}, "down": {Status: 503}, "limited": {RetryAfter: time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				g := start(t, s, transports(s)["http"], &scripted{answer: answering(effect(chat.Whisper, "Your games."))})
				lift := g.FailWhere("POST /api/"+publish, fault)
				if d := g.OpenHome(g.Workspace, "ana"); !d.Acked() {
					t.Error("the event was not acknowledged")
				}
				time.Sleep(time.Minute)
				lift()
				time.Sleep(2 * time.Minute)
				g.OpenHome(g.Workspace, "ana")
				g.home("ana")
			})
		})
	}
}

// The shortcut to somebody's games shows them from anywhere.
func TestShortcutToGames(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		w.types(w.Channel("room"), "ana", "start")
		d := w.NewShortcut(w.Workspace, "ana", "home")
		d.Send()
		w.Settle()
		if v, ok := w.Modal("ana"); !ok || !d.Acked() || !strings.Contains(v.Shown, move(1)) || len(v.Controls()) > 0 {
			t.Errorf("ana sees %+v", v)
		}
	})
}

// What stands in the menu of messages is done where the message is.
func TestMessageShortcuts(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		c.Commands = offered()
		w := startBot(t, s, c, setting{})
		room := w.Channel("room")
		choose := func(user, ts, callback string) {
			t.Helper()
			d := w.NewMessageShortcut(room, user, ts, callback)
			d.Send()
			w.Settle()
			if !d.Acked() {
				t.Errorf("%s was not acknowledged", callback)
			}
		}
		said := w.Say(room, "bo", "look: f5 d6 c3 d3 &lt;- nice")
		choose("ana", said.TS, "load")
		w.sees(room, "cy", says(words.Loaded{Player: called("ana"), Moves: 4}))
		board := w.newest(room, "cy")
		choose("ana", board.TS, "board")
		if m := w.newest(room, "ana"); m.For != w.User("ana") || !strings.Contains(m.Shown, "a b c d e f g h") {
			t.Errorf("as text the board is\n%s", m.Shown)
		}
		choose("ana", board.TS, "nothing")
		w.told(room, "ana", "I do not know that.")
	})
}

// A form asks for a transcript, and what is written into it counts where the form was
// opened, also where the bot is no member.
func TestFormToLoad(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		for _, at := range []slacktest.Where{w.Channel("room"), w.PrivateChannel("cave"), w.BotDM("ana")} {
			w.types(at, "ana", "load")
			form, ok := w.Modal("ana")
			if !ok || form.Title != label(words.LoadFormTitle{}) || form.Field != label(words.LoadFormLabel{}) || form.Submit != label(words.LoadFormSubmit{}) {
				t.Fatalf("the form is %+v", form)
			}
			if d := w.Submit(w.Workspace, "ana", "1. f5 d6\n2. c3"); !d.Acked() {
				t.Error("the form was not acknowledged")
			}
			if !strings.Contains(w.screen(at, "ana"), says(words.Loaded{Player: called("ana"), Moves: 3})) {
				t.Errorf("ana sees\n%s", w.screen(at, "ana"))
			}
			w.types(at, "ana", "stop")
			w.types(at, "ana", "load")
			w.Submit(w.Workspace, "ana", "nonsense & <more>")
			w.told(at, "ana", says(words.NotATranscript{}))
		}
	})
}

// Where Slack opens no form, it is told what to type instead.
func TestFormThatCannotBeOpened(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		lift := w.FailWhere("POST /api/views.open", slacktest.Fault{Error: "expired_trigger_id"})
		w.types(room, "ana", "load")
		w.told(room, "ana", says(words.WhichMoves{}))
		lift()
		thread := room.In(w.Say(room, "bo", "a game?").TS)
		w.Mention(thread, "ana", "load")
		w.told(thread, "ana", strings.ReplaceAll(says(words.WhichMoves{}), "/othello", "@othello"))
	})
}

// Admins of a workspace are moderators, as long as they are; without the scope nobody is.
func TestModerators(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{}
		g := start(t, s, c, h)
		room := g.Channel("room")
		moderates := func(user string) bool {
			t.Helper()
			h.forget()
			g.types(room, user, "x")
			return h.asked()[0].Moderator
		}
		g.SetAdmin("ana", true)
		if !moderates("ana") || moderates("bo") {
			t.Error("ana is no moderator, or bo is one")
		}
		g.SetAdmin("ana", false)
		time.Sleep(5 * time.Hour)
		if moderates("ana") {
			t.Error("who is no admin any more is a moderator hours later")
		}
		g.SetScopes("commands", "chat:write")
		g.SetAdmin("cy", true)
		if moderates("cy") {
			t.Error("without the scope cy is a moderator")
		}
	})
}
