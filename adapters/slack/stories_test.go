package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/slack/slacktest"
)

// shows checks what a message is to everybody: its first words, who was notified,
// and how often it was changed.
func (w *whole) shows(m slacktest.Message, text string, edits int, notified ...string) {
	w.t.Helper()
	var ids []string
	for _, name := range notified {
		ids = append(ids, w.User(name))
	}
	if !strings.HasPrefix(m.Shown, text) || m.Edits != edits || !slices.Equal(m.Notified, ids) || m.Ephemeral() {
		w.t.Errorf("a message was changed %d times, has notified %v and says\n%s\nwant %d, %v and %q", m.Edits, m.Notified, m.Shown, edits, ids, text)
	}
}

// told fails the test unless the newest that somebody sees begins with a text and
// nobody else sees it.
func (w *whole) told(at slacktest.Where, user, text string) {
	w.t.Helper()
	if m := w.sees(at, user, text); m.For != w.User(user) {
		w.t.Errorf("%q is for %q, want %s alone", m.Shown, m.For, user)
	}
}

// quiet fails the test if something was worth a line of the log.
func (w *whole) quiet() {
	w.t.Helper()
	if text := w.log.String(); text != "" {
		w.t.Errorf("the log says %s", text)
	}
}

// boards counts the messages that have a board.
func boards(all []slacktest.Message) (n int) {
	for _, m := range all {
		if strings.Contains(m.Shown, "🔳ABCDEFGH") {
			n++
		}
	}
	return n
}

func TestOpenGame(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		first := w.newest(room, "cy")
		w.shows(first, "ana opened a game for everybody here: 2–2, and Black is to move.\n🔴 Black 2 – 2 White 🟡\n🔳ABCDEFGH\n1️⃣🟦🟦🟦", 0)
		if want := "ana opened a game for everybody here: 2–2, and Black is to move.\n"; !strings.HasPrefix(strings.ReplaceAll(first.Text, "\u2060", ""), want) || !strings.Contains(first.Text, "Black: e4 d5. White: d4 e5.") {
			t.Errorf("what is heard is %q", first.Text)
		}
		if c := first.Controls(); len(c) != 3 || c[0].Placeholder != "Choose a move" || len(c[0].Options) != 4 || c[1].Label != "Play the bot" || c[2].Label != "Hint" {
			t.Errorf("the controls are %+v", c)
		}

		w.types(room, "ana", "d3")
		w.shows(w.newest(room, "cy"), "ana (Black) played d3, flipping d4: 4–1, and White is to move.", 0)
		seen := w.Messages(room, "cy")
		w.shows(seen[0], "The game began.", 1)
		if len(seen) != 2 || len(seen[0].Controls()) > 0 {
			t.Errorf("the first board has become %+v", seen)
		}

		w.presses(room, "bo", "c3")
		w.shows(w.newest(room, "cy"), "bo (White) played c3, the Diagonal opening, flipping d4: 3–3, and Black is to move.", 1)
		w.types(room, "ana", "d3")
		w.told(room, "ana", "d3 already has a black disc. You can play")
		w.types(room, "bo", "hello")
		w.told(room, "bo", "I do not know hello.")
		w.types(room, "cy", "check a1")
		w.told(room, "cy", "a1 is not legal for Black")
		w.presses(room, "cy", "Hint")
		w.told(room, "cy", "Try ")
		w.types(room, "cy", "history")
		w.told(room, "cy", "2 moves: d3c3")
		if n := len(w.Messages(room, "dora")); n != 2 {
			t.Errorf("Dora sees %d messages, want the two for everybody", n)
		}
		w.types(room, "ana", "stop")
		w.shows(w.newest(room, "cy"), "ana stopped the game; it has no result.", 0)
		w.quiet()
	})
}

func TestDuel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo")+" black")
		w.shows(w.newest(room, "cy"), "ana (Black) challenges @bo (White) to a duel.", 0, "bo")
		w.presses(room, "cy", "Accept")
		w.told(room, "cy", "This challenge is for bo.")
		w.presses(room, "bo", "Accept")
		w.shows(w.Messages(room, "dora")[0], "bo accepted: 2–2, and @ana (Black) is to move.", 1, "bo")
		w.types(room, "ana", "e6")
		w.shows(w.newest(room, "dora"), "ana (Black) played e6, flipping e5: 4–1, and @bo (White) is to move.", 0, "bo")
		w.types(room, "cy", "f4")
		w.told(room, "cy", "You are watching: ana (Black) and bo (White) play here.")
		w.presses(room, "bo", "f4")
		w.shows(w.newest(room, "dora"), "bo (White) played f4, the Perpendicular opening, flipping e4: 3–3, and @ana (Black) is to move.", 1, "bo")

		// A minute later Ana is reminded, until she moves.
		time.Sleep(61 * time.Second)
		w.Settle()
		w.shows(w.newest(room, "dora"), "@ana, ", 0, "ana")
		w.presses(room, "ana", "e3")
		if n := len(w.Messages(room, "dora")); n != 2 {
			t.Errorf("after her move Dora sees %d messages, want 2:\n%s", n, w.screen(room, "dora"))
		}

		time.Sleep(16 * time.Second)
		w.types(room, "ana", "undo")
		w.shows(w.newest(room, "dora"), "ana ", 0, "bo")
		w.presses(room, "bo", "Agree")
		w.types(room, "ana", "history")
		w.told(room, "ana", "2 moves: e6f4")

		w.types(room, "bo", "resign")
		w.told(room, "bo", "Do you resign to ana (Black)?")
		w.presses(room, "bo", "Yes, resign")
		w.told(room, "bo", "You resigned.")
		w.presses(room, "bo", "Rematch")
		if text := w.screen(room, "dora"); !strings.Contains(text, "bo resigned: ana (Black) wins") || !strings.Contains(text, "[Accept] [Decline]") {
			t.Errorf("in the end Dora sees\n%s", text)
		}
		w.quiet()
	})
}

func TestChallengeDeclined(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo"))
		w.presses(room, "bo", "Decline")
		w.shows(w.newest(room, "cy"), "bo declined the challenge", 1, "bo")
		w.quiet()
	})
}

// The bot's own move comes by itself, as a change of the board.
func TestAgainstTheBot(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot")
		w.shows(w.newest(room, "cy"), "ana plays the bot at level 3: 2–2, and @ana (Black) is to move.", 0, "ana")
		w.presses(room, "ana", "d3")
		w.shows(w.newest(room, "cy"), "ana (Black) played d3, flipping d4: 4–1, and the bot (White) is to move.", 1, "ana")
		w.think()
		w.shows(w.newest(room, "cy"), "The bot (White) played ", 2, "ana")
		w.types(room, "ana", "undo")
		w.types(room, "ana", "history")
		w.told(room, "ana", "No moves yet")
		w.types(room, "ana", "d3")
		w.think()
		w.shows(w.newest(room, "cy"), "The bot (White) played ", 1)
		if n := boards(w.Messages(room, "cy")); n != 1 {
			t.Errorf("Cy sees %d boards, want one", n)
		}
		w.quiet()
	})
}

func TestSettingsLoadAndBoard(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "load f5d6c3")
		w.shows(w.newest(room, "cy"), "Loaded position after 3 moves, opened by ana", 0)
		w.types(room, "ana", "settings theme:classic")
		w.types(room, "ana", "board")
		if m := w.newest(room, "cy"); !strings.Contains(m.Shown, "⚫") || strings.Contains(m.Shown, "🔴") {
			t.Errorf("the board in another theme is\n%s", m.Shown)
		}
		w.types(room, "ana", "settings theme:tiles")
		w.told(room, "ana", "")
		w.types(room, "ana", "board text")
		w.told(room, "ana", "")
		if m := w.newest(room, "ana"); !strings.Contains(m.Shown, "a b c d e f g h") {
			t.Errorf("the board as text is\n%s", m.Shown)
		}
		w.types(room, "ana", "help")
		w.told(room, "ana", "")
		w.types(room, "ana", "rules")
		w.told(room, "ana", "")
		w.types(room, "ana", "privacy")
		w.told(room, "ana", "")
		w.types(room, "ana", "")
		if m := w.newest(room, "cy"); len(m.Controls()) == 0 || m.Ephemeral() {
			t.Errorf("the bare command shows\n%s", m.Shown)
		}
		w.quiet()
	})
}

// In a thread there are no commands, so the bot is mentioned.
func TestThreadByMention(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		root := w.Say(room, "ana", "a game, anybody?")
		thread := room.In(root.TS)
		w.Mention(thread, "ana", "start")
		w.shows(w.newest(thread, "cy"), "Somebody opened a game", 0) // whom only mentions have told of has no name
		w.Mention(thread, "ana", "d3")
		if m := w.newest(thread, "cy"); !strings.HasPrefix(m.Shown, "Black played d3") || !strings.Contains(m.Shown, "@othello move c3") || m.Thread != root.TS {
			t.Errorf("the move in the thread shows\n%s", m.Shown)
		}
		w.presses(thread, "bo", "c3")
		w.Mention(thread, "ana", "d3")
		m := w.newest(thread, "ana")
		if !strings.HasPrefix(m.Shown, "d3 already has") || m.For != w.User("ana") || m.Thread != root.TS {
			t.Errorf("a wrong move in the thread is answered %+v", m)
		}
		if n := len(w.Messages(room, "cy")); n != 1 {
			t.Errorf("the channel has %d messages, want the one that began the thread", n)
		}
		// A thread without a game speaks of its channel's.
		w.types(room, "ana", "start")
		other := room.In(w.Say(room, "cy", "a talk").TS)
		w.Mention(other, "cy", "history")
		if text := w.screen(room, "cy"); !strings.Contains(text, "ana opened a game") {
			t.Errorf("the channel shows\n%s", text)
		}
		w.Mention(other, "cy", "d3")
		if m := w.newest(room, "dora"); !strings.HasPrefix(m.Shown, "Black played d3") {
			t.Errorf("the channel's board is\n%s", m.Shown)
		}
		w.quiet()
	})
}

// Outside a thread a mention is a command.
func TestMentionInAChannel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.Mention(room, "ana", "start "+"<@"+w.User("bo")+"> black")
		m := w.newest(room, "cy")
		if !strings.Contains(m.Shown, "challenges @bo") || m.Thread != "" {
			t.Errorf("a challenge by a mention shows %+v", m)
		}
		w.Mention(room, "ana", "start @bo")
		w.told(room, "ana", "Slack did not tell me who that is.")
		w.Mention(room, "ana", "")
		w.Mention(room, "ana", "help")
		w.told(room, "ana", "")
		w.quiet()
	})
}

func TestPlayInAThread(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		w.types(room, "bo", "start bot white 1")
		w.told(room, "bo", "A game runs here")
		w.presses(room, "bo", "Play in a thread")
		var root slacktest.Message
		for _, m := range w.Messages(room, "cy") {
			if strings.HasPrefix(m.Shown, "Othello: bo plays in this thread.") {
				root = m
			}
		}
		thread := room.In(root.TS)
		w.think()
		w.shows(w.newest(thread, "cy"), "The bot (Black) played ", 1)
		w.presses(thread, "bo", w.newest(thread, "bo").Controls()[0].Options[0].Label)
		w.think()
		w.shows(w.newest(thread, "cy"), "The bot (Black) played ", 3)
		w.types(room, "ana", "history")
		w.told(room, "ana", "No moves yet")
		w.quiet()
	})
}

func TestStartInAThread(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot thread")
		root := w.newest(room, "cy")
		w.shows(root, "Othello: ana plays in this thread.", 0)
		w.shows(w.newest(room.In(root.TS), "cy"), "ana plays the bot", 0, "ana")
		w.quiet()
	})
}

// A conversation of several people that is no channel is one like that of two.
func TestPeopleOfAGroup(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		three := w.PeopleDM("ana", "bo", "cy")
		w.types(three, "ana", "start")
		w.told(three, "ana", "I cannot be brought into this conversation")
		w.presses(three, "bo", "d3")
		w.shows(w.Messages(three, "cy")[0], "bo (Black) played d3", 1)
	})
}

// A second game that is opened by a press is as private as the first.
func TestThreadOfADirectMessage(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		dm := w.BotDM("ana")
		w.types(dm, "ana", "start")
		w.types(dm, "ana", "start")
		w.presses(dm, "ana", "Play in a thread")
		if text := w.screen(dm, "ana"); !strings.Contains(text, "plays in this thread") {
			t.Fatalf("Ana sees\n%s", text)
		}
		for _, m := range w.Messages(dm, "ana") {
			if strings.Contains(m.Shown, "plays in this thread") {
				w.sees(dm.In(m.TS), "ana", "ana plays the bot")
			}
		}
	})
}

func TestDirectMessage(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		dm := w.BotDM("ana")
		w.types(dm, "ana", "start")
		w.sees(dm, "ana", "ana plays the bot at level 3")
		w.presses(dm, "ana", "d3")
		w.think()
		w.sees(dm, "ana", "The bot (White) played ")
		w.types(dm, "ana", "a1")
		w.told(dm, "ana", "a1 ")
		w.quiet()
	})
}

// A public channel that the bot was never invited to is as good as any other.
func TestPublicChannel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		hall := w.PublicChannel("hall")
		w.types(hall, "ana", "start bot")
		w.presses(hall, "ana", "d3")
		w.think()
		w.shows(w.newest(hall, "cy"), "The bot (White) played ", 2, "ana")
		w.types(hall, "cy", "c4")
		w.told(hall, "cy", "You are watching")
		w.quiet()
	})
}

// Where the bot is no member, it answers by the address of each delivery.
func TestPrivateChannel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		cave := w.PrivateChannel("cave")
		w.types(cave, "ana", "start")
		seen := w.Messages(cave, "cy")
		w.shows(seen[0], "ana opened a game", 0)
		w.told(cave, "ana", "I am not in this conversation")
		w.presses(cave, "ana", "d3")
		w.shows(w.Messages(cave, "cy")[0], "ana (Black) played d3", 1)
		w.types(cave, "bo", "c3")
		w.shows(w.newest(cave, "cy"), "bo (White) played c3", 0)
		w.types(cave, "bo", "a1")
		w.told(cave, "bo", "You are playing White here.")
		if text := w.screen(cave, "bo"); strings.Contains(text, "I am not in this") {
			t.Errorf("Bo is told how to invite, and Ana was:\n%s", text)
		}
		// The first board cannot be taken down: its control says so.
		old := w.Messages(cave, "cy")[0]
		d := w.NewPress(cave, "cy", old.TS, old.Controls()[0].ActionID, old.Controls()[0].Options[0].Value)
		d.Send()
		w.Settle()
		w.told(cave, "cy", "The game has moved on")

		w.Invite(cave)
		w.types(cave, "ana", "board")
		w.presses(cave, "ana", "b3")
		w.types(cave, "cy", "history")
		w.told(cave, "cy", "3 moves: d3c3b3")
	})
}

func TestPeopleAlone(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		two := w.PeopleDM("ana", "bo")
		w.types(two, "ana", "start "+w.Mentioning("bo")+" black")
		w.presses(two, "bo", "Accept")
		w.presses(two, "ana", "d3")
		w.sees(two, "ana", "I cannot be brought into this conversation")
		if text := w.Messages(two, "bo")[0]; !strings.HasPrefix(text.Shown, "ana (Black) played d3") {
			t.Errorf("the board is\n%s", text.Shown)
		}
		// Meanwhile it is known that the bot is none of the two.
		w.types(two, "ana", "stop")
		w.types(two, "ana", "start")
		w.sees(two, "bo", "ana opened a game for everybody here")
	})
}
