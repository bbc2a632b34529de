package slack_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// In each kind of place the board and its changes appear. If the bot cannot post there by itself, the user
// sees once how to bring it in, or that this is impossible.
func TestPlaces(t *testing.T) {
	const invite, guest = "I am not in this conversation", "I cannot be brought into this conversation"
	for name, c := range map[string]struct {
		at     func(*slacktest.Server) slacktest.Where
		direct bool
		hint   string
	}{
		"a channel":                   {func(s *slacktest.Server) slacktest.Where { return s.Channel("room") }, false, ""},
		"a public channel without it": {func(s *slacktest.Server) slacktest.Where { return s.PublicChannel("hall") }, false, ""},
		"a private channel":           {func(s *slacktest.Server) slacktest.Where { return s.PrivateChannel("cave") }, false, invite},
		"people alone":                {func(s *slacktest.Server) slacktest.Where { return s.PeopleDM("ana", "bo") }, true, guest},
		"people of a group":           {func(s *slacktest.Server) slacktest.Where { return s.PeopleDM("ana", "bo", "cy") }, false, guest},
		"the bot's own conversation":  {func(s *slacktest.Server) slacktest.Where { return s.BotDM("ana") }, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
				h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
				at := c.at(g.Server)
				g.types(at, "ana", "x")
				closed := c.direct || c.hint == guest
				if a := h.Actions()[0]; a.Place != placeOf(at) || a.Direct != c.direct || a.Group != closed {
					t.Errorf("the first action is %+v", a)
				}
				seen := g.Messages(at, "ana")
				if whispered := len(seen) == 2 && seen[1].Ephemeral() && strings.HasPrefix(seen[1].Shown, c.hint); len(seen) > 1 != (c.hint != "") || len(seen) > 1 && !whispered {
					t.Errorf("Ana sees\n%s", g.screen(at, "ana"))
				}
				h.SetAnswer(fake.Answering(shown(chat.Edit, 2, with("version 2", "b"))))
				g.presses(at, "ana", "b")
				if m := g.Messages(at, "ana")[0]; strings.TrimSpace(m.Shown) != "version 2" || m.Edits != 1 || m.Ephemeral() {
					t.Errorf("the board is %+v", m)
				}
				h.SetAnswer(fake.Answering(shown(chat.Post, 3, with("version 3", "b"))))
				g.types(at, "ana", "y")
				if a := h.Actions()[2]; a.Group != closed || a.Direct != (c.direct && c.hint == "") { // the bot now knows that it is not in the conversation
					t.Errorf("a later action is direct: %t", a.Direct)
				}
				if n := len(g.Messages(at, "ana")); n != len(seen)+1 {
					t.Errorf("Ana is informed again:\n%s", g.screen(at, "ana"))
				}
				if g.Invite(at); c.hint == invite {
					h.SetAnswer(fake.Answering(shown(chat.Post, 4, with("version 4", "b"))))
					g.types(at, "bo", "z")
					if reported := h.Reported(); reported[len(reported)-1].Ref == "" {
						t.Error("brought in, the bot does not post in its own name")
					}
				}
				if text := g.log.String(); c.hint == "" && text != "" {
					t.Errorf("the log says %s", text)
				}
			})
		})
	}
}

// In a thread the bot posts, whispers and changes its messages.
func TestThreads(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
		room := g.Channel("room")
		thread := room.In(g.Say(room, "bo", "a game?").TS)
		g.Mention(thread, "ana", "x")
		h.SetAnswer(fake.Answering(shown(chat.Edit, 2, with("version 2", "b")), effect(chat.Whisper, "for you")))
		g.presses(thread, "ana", "b")
		want := placeOf(room)
		want.Thread = thread.Thread
		for _, a := range h.Actions() {
			if a.Place != want {
				t.Errorf("the action is %+v", a)
			}
		}
		if m := g.sees(thread, "ana", "for you"); m.For != g.User("ana") {
			t.Errorf("%+v is for everybody", m)
		}
		if m := g.newest(thread, "bo"); strings.TrimSpace(m.Shown) != "version 2" || m.Thread != thread.Thread || m.Edits != 1 {
			t.Errorf("Bo sees %+v", m)
		}
		if n := len(g.Messages(room, "bo")); n != 1 {
			t.Errorf("the channel has %d messages", n)
		}
		h.SetAnswer(answeringWith(chat.Response{Effects: []chat.Effect{effect(chat.Post, "elsewhere")}, Place: placeOf(room)}))
		g.presses(thread, "bo", "b") // the press is for the game in the channel
		g.sees(room, "bo", "elsewhere")
	})
}

// The bot starts a thread with a message, and repeats the action there. Where it cannot post, it
// says so.
func TestThreadsThatAreOpened(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: with("a question", "thread")}))
		for name, at := range map[string]slacktest.Where{"room": g.Channel("room"), "dm": g.BotDM("ana"), "cave": g.PrivateChannel("cave")} {
			h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.Post, Message: with("a question", "thread")}))
			g.types(at, "ana", "x")
			h.SetAnswer(fake.Answering(chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}}))
			h.Forget()
			press := g.press(at, "ana", "thread")
			press.Send()
			g.Settle()
			asked := h.Actions()
			if name == "cave" {
				g.sees(at, "ana", "I cannot open a thread here")
				continue
			}
			root := g.sees(at, "ana", "Othello: ana plays in this thread.")
			if len(asked) != 2 || asked[0].Place.Thread != "" || asked[1].Place.Thread != root.TS || asked[1].Direct != (name == "dm") || len(root.Notified) > 0 {
				t.Errorf("in the %s the handler is asked %+v", name, asked)
			}
		}
	})
}

// An engine's move is shown together with the player's if the engine moves soon.
func TestEngineNext(t *testing.T) {
	for takes, edits := range map[time.Duration]int{200 * time.Millisecond: 1, 2 * time.Second: 2} {
		bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
			h.SetAnswer(fake.Answering(shown(chat.Post, 1, with("version 1", "b"))))
			room := g.Channel("room")
			g.types(room, "ana", "x")
			of := h.Reported()[0].Ref
			move := shown(chat.Edit, 2, with("version 2", "b"))
			move.Subject.Place = placeOf(room)
			h.SetAnswer(answeringWith(chat.Response{Effects: []chat.Effect{move}, EngineNext: true}))
			press := g.press(room, "ana", "b")
			press.Send()
			if !press.Acked() || press.AckTime() > 10*time.Millisecond {
				t.Errorf("it was acknowledged after %v", press.AckTime())
			}
			time.Sleep(takes)
			g.edits(h, room, of, 3)
			time.Sleep(time.Second)
			synctest.Wait()
			if m := g.newest(room, "bo"); strings.TrimSpace(m.Shown) != "version 3" || m.Edits != edits {
				t.Errorf("with an engine that takes %v the board is %q after %d changes", takes, m.Shown, m.Edits)
			}
		})
	}
}

// Mentions of Slackbot, other programs and workflows do not count as mentions of users. A deactivated
// user counts as absent.
func TestMentionsOfPrograms(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.SetProfile("standup", slacktest.Profile{Workflow: true})
		g.SetProfile("cy", slacktest.Profile{Deactivated: true})
		for who, want := range map[string]chat.Token{
			"<@USLACKBOT>":           {Kind: chat.MentionsOtherBot},
			"<@USLACKBOT|slackbot>":  {Kind: chat.MentionsOtherBot},
			g.Mentioning("chessbot"): {Kind: chat.MentionsOtherBot},
			g.Mentioning("standup"):  {Kind: chat.MentionsOtherBot},
			g.Mentioning("bot"):      {Kind: chat.MentionsBot},
			g.Mentioning("cy"):       {Kind: chat.MentionsPerson, Absent: true},
			g.Mentioning("bo"):       {Kind: chat.MentionsPerson},
		} {
			h.Forget()
			g.types(g.Channel("room"), "ana", "start "+who)
			if got := h.Actions()[0].Tokens[1]; got.Kind != want.Kind || got.Absent != want.Absent {
				t.Errorf("%s is read as %+v", who, got)
			}
		}
		g.SetScopes(requiredScopes...)
		h.Forget()
		g.types(g.Channel("hall"), "dee", "start <@USLACKBOT>")
		if got := h.Actions()[0].Tokens[1]; got.Kind != chat.MentionsOtherBot {
			t.Errorf("without the scope users:read, Slackbot is read as %+v", got)
		}
	})
}
