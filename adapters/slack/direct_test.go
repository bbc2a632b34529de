package slack_test

import (
	"testing"

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
		w.sees(home, "ana", says(words.Answered{Player: called("Somebody"), Square: square("d3")}))
		w.Tell(home, "ana", "a1")
		w.told(home, "ana", "a1 ")
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
