package slack_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/words"
)

// In their conversation with the bot people play by what they write, each in theirs; what
// the bot answers is no command.
func TestDirectMessages(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		w := startBot(t, s, c, setting{})
		s.SetScopes("commands", "chat:write", "im:history")
		home := w.BotDM("ana")
		w.Tell(home, "ana", "start bot 1 black")
		w.Tell(home, "ana", "d3")
		w.think()
		w.sees(home, "ana", says(words.Answered{Player: called(unnamed(true)), Square: square("d3")}))
		w.Tell(home, "ana", "a1")
		w.told(home, "ana", "")
		if n := boards(w.Messages(home, "ana")); n != 1 {
			t.Errorf("there are %d boards", n)
		}
		w.quiet()
	})
}

// Below a message of the conversation the game that is played in it is meant.
func TestDirectMessagesInThreads(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{answer: answering(effect(chat.Post, "a post"))}
		g := start(t, s, c, h)
		home := g.BotDM("ana")
		thread := home.In(g.Say(home, "ana", "a game?").TS)
		g.Tell(thread, "ana", "d3")
		g.sees(thread, "ana", "a post")
		a := h.asked()[0]
		if want := (chat.Place{Platform: slack.Platform, Team: s.TeamID, Channel: home.Channel, Thread: thread.Thread}); a.Place != want || !a.Direct {
			t.Errorf("the action is %+v", a)
		}
	})
}

// What is done with what was said, or said by others than people, is no command.
func TestDirectMessagesThatAreNone(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{}
		g := start(t, s, c, h)
		home := g.BotDM("ana")
		about := func(more map[string]any) map[string]any {
			inner := map[string]any{"type": "message", "channel_type": "im", "channel": home.Channel, "user": g.User("ana"), "text": "d3", "ts": "1.2"}
			for key, value := range more {
				inner[key] = value
			}
			return inner
		}
		for _, more := range []map[string]any{
			{"subtype": "message_changed"},
			{"subtype": "message_deleted"},
			{"subtype": "bot_message", "bot_id": "B1", "user": nil},
			{"bot_id": "B1"},
			{"user": g.User("bot")},
			{"channel_type": "mpim"},
			{"channel_type": "channel"},
		} {
			if d := g.Event(g.Workspace, about(more)); !d.Acked() {
				t.Errorf("%v was not acknowledged", more)
			}
		}
		if asked := h.asked(); len(asked) > 0 {
			t.Errorf("the handler is asked %+v", asked)
		}
		g.Redeliver(g.Tell(home, "ana", "d3"), 1, "http_timeout")
		if asked := h.asked(); len(asked) != 1 {
			t.Errorf("of a message that came twice the handler is asked %d times", len(asked))
		}
	})
}

// Without any of the optional scopes everything else works as with all of them.
func TestEachOptionalScopeIsMissing(t *testing.T) {
	for _, missing := range slack.Scopes() {
		if !missing.Optional {
			continue
		}
		t.Run(missing.Name, func(t *testing.T) {
			story(t, func(t *testing.T, w *whole) {
				var granted []string
				for _, s := range slack.Scopes() {
					if s.Name != missing.Name {
						granted = append(granted, s.Name)
					}
				}
				w.SetScopes(granted...)
				w.SetAdmin("cy", true)
				room, dm := w.Channel("room"), w.BotDM("ana")
				w.OpenHome(w.Workspace, "ana")
				w.types(room, "ana", "start")
				w.presses(room, "ana", "d3")
				w.types(room, "bo", "c3")
				w.sees(room, "cy", played("bo", "c3", "d4"))
				w.Tell(dm, "ana", "start bot")
				if answered := len(w.Messages(dm, "ana")) > 1; answered != (missing.Name != "im:history") {
					t.Errorf("a message to the bot is answered: %t", answered)
				}
				w.types(room, "cy", "stop")
				if stopped := strings.Contains(w.newest(room, "bo").Shown, says(words.Stopped{Player: called("cy")})); stopped != (missing.Name != "users:read") {
					t.Errorf("an admin may stop the game: %t\n%s", stopped, w.screen(room, "cy"))
				}
				time.Sleep(5 * time.Second)
				if n := w.home("ana").Times; n < 2 {
					t.Errorf("ana's home is published %d times", n)
				}
				w.quiet()
			})
		})
	}
}
