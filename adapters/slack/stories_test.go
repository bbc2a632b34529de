package slack_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/slack/slacktest"
	"othellobot/rules"
	"othellobot/words"
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
		w.shows(first, opened("ana"), 0)
		if !strings.Contains(first.Shown, "\n🔳ABCDEFGH\n1️⃣🟦🟦🟦") {
			t.Errorf("the board is\n%s", first.Shown)
		}
		if heard := says(words.SpokenColor{Color: rules.Black, Moves: words.Any(rules.Start().Legal())}); !strings.HasPrefix(first.Text, opened("ana")) || !strings.HasSuffix(first.Text, heard) {
			t.Errorf("what is heard is %q", first.Text)
		}
		if c := first.Controls(); len(c) != 4 || c[0].Placeholder != label(words.ChooseMove{}) || len(c[0].Options) != 4 || c[1].Label != label(words.EngageButton{}) || c[2].Label != label(words.HintButton{}) || c[3].Label != label(words.LearnButton{}) {
			t.Errorf("the controls are %+v", c)
		}

		w.types(room, "ana", "d3")
		w.shows(w.newest(room, "cy"), played("ana", "d3", "d4")+" "+says(words.ColorToMove{Color: rules.White}), 0)
		seen := w.Messages(room, "cy")
		w.shows(seen[0], says(words.GameBegan{}), 1)
		if len(seen) != 2 || len(seen[0].Controls()) > 0 {
			t.Errorf("the first board has become %+v", seen)
		}

		w.presses(room, "bo", "c3")
		w.shows(w.newest(room, "cy"), played("bo", "c3", "d4")+" "+says(words.OpeningReached{Opening: "Diagonal"}, words.ColorToMove{Color: rules.Black}), 1)
		w.types(room, "ana", "d3")
		w.told(room, "ana", says(words.TakenByBlack{Square: square("d3"), Legal: words.Any(squares("b3c4f5e6"))}))
		w.types(room, "bo", "hello")
		w.told(room, "bo", says(words.UnknownVerb{Word: "hello", Meant: "help"}))
		w.types(room, "cy", "check a1")
		w.told(room, "cy", says(words.FlipsNothing{Square: square("a1"), Color: rules.Black}))
		w.presses(room, "cy", label(words.HintButton{}))
		w.hinted(room, "cy")
		w.types(room, "cy", "history")
		w.told(room, "cy", history("d3c3"))
		if n := len(w.Messages(room, "dora")); n != 2 {
			t.Errorf("Dora sees %d messages, want the two for everybody", n)
		}
		w.types(room, "ana", "stop")
		w.shows(w.newest(room, "cy"), says(words.Stopped{Player: called("ana")}), 0)
		w.quiet()
	})
}

func TestDuel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo")+" black")
		w.shows(w.newest(room, "cy"), challenges("ana", "bo"), 0, "bo")
		w.presses(room, "cy", label(words.AcceptButton{}))
		w.told(room, "cy", says(words.NotYourChallenge{Challenged: called("bo")}))
		w.presses(room, "bo", label(words.AcceptButton{}))
		w.shows(w.Messages(room, "dora")[0], says(words.AcceptedChallenge{Player: called("bo")}, words.PlayerToMove{Player: awaited("ana")}), 1, "bo")
		w.types(room, "ana", "e6")
		w.shows(w.newest(room, "dora"), played("ana", "e6", "e5")+" "+says(words.PlayerToMove{Player: awaited("bo")}), 0, "bo")
		w.types(room, "cy", "f4")
		w.told(room, "cy", says(words.WatchingThread{Black: called("ana"), White: called("bo")}))
		w.presses(room, "bo", "f4")
		w.shows(w.newest(room, "dora"), played("bo", "f4", "e4")+" "+says(words.OpeningReached{Opening: "Perpendicular"}, words.PlayerToMove{Player: awaited("ana")}), 1, "bo")

		// A minute later Ana is reminded, until she moves.
		time.Sleep(61 * time.Second)
		w.Settle()
		w.shows(w.newest(room, "dora"), says(words.Reminder{Player: awaited("ana"), Color: rules.Black}), 0, "ana")
		w.presses(room, "ana", "e3")
		if n := len(w.Messages(room, "dora")); n != 2 {
			t.Errorf("after her move Dora sees %d messages, want 2:\n%s", n, w.screen(room, "dora"))
		}

		time.Sleep(16 * time.Second)
		w.types(room, "ana", "undo")
		w.shows(w.newest(room, "dora"), says(words.AsksUndo{Asker: called("ana"), Asked: awaited("bo")}), 0, "bo")
		w.presses(room, "bo", label(words.AgreeButton{}))
		w.types(room, "ana", "history")
		w.told(room, "ana", history("e6f4"))

		w.types(room, "bo", "resign")
		w.told(room, "bo", says(words.ConfirmResign{Opponent: called("ana"), Color: rules.Black}))
		w.presses(room, "bo", label(words.ResignYesButton{}))
		w.told(room, "bo", says(words.DoneResigned{}))
		w.presses(room, "bo", label(words.RematchButton{}))
		if text := w.screen(room, "dora"); !strings.Contains(text, says(words.Resigned{Player: called("bo"), Winner: called("ana"), Color: rules.Black})) || !strings.Contains(text, "["+label(words.AcceptButton{})+"] ["+label(words.DeclineButton{})+"]") {
			t.Errorf("in the end Dora sees\n%s", text)
		}
		w.quiet()
	})
}

func TestChallengeDeclined(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo"))
		w.presses(room, "bo", label(words.DeclineButton{}))
		w.shows(w.newest(room, "cy"), says(words.Declined{Player: called("bo")}), 1, "bo")
		w.quiet()
	})
}

// The bot's own move comes with the player's, in one change of the board.
func TestAgainstTheBot(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot")
		w.shows(w.newest(room, "cy"), againstBot(awaited("ana"), rules.Black, 2)+" "+says(words.YourMove{}), 0, "ana")
		w.presses(room, "ana", "d3")
		w.think()
		w.shows(w.newest(room, "cy"), answered("ana", "d3"), 1, "ana")
		w.types(room, "ana", "undo")
		w.types(room, "ana", "history")
		w.told(room, "ana", history(""))
		w.types(room, "ana", "d3")
		w.think()
		w.shows(w.newest(room, "cy"), answered("ana", "d3"), 0)
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
		w.shows(w.newest(room, "cy"), says(words.Loaded{Player: called("ana"), Moves: 3}), 0)
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
		w.shows(w.newest(thread, "cy"), opened(unnamed(true)), 0) // whom only mentions have told of has no name
		w.Mention(thread, "ana", "d3")
		if m := w.newest(thread, "cy"); !strings.HasPrefix(m.Shown, played(unnamed(true), "d3", "d4")) || m.Thread != root.TS {
			t.Errorf("the move in the thread shows\n%s", m.Shown)
		}
		w.presses(thread, "bo", "c3")
		w.Mention(thread, "ana", "d3")
		m := w.newest(thread, "ana")
		if !strings.HasPrefix(m.Shown, says(words.TakenByBlack{Square: square("d3"), Legal: words.Any(squares("b3c4f5e6"))})) || m.For != w.User("ana") || m.Thread != root.TS {
			t.Errorf("a wrong move in the thread is answered %+v", m)
		}
		if n := len(w.Messages(room, "cy")); n != 1 {
			t.Errorf("the channel has %d messages, want the one that began the thread", n)
		}
		// A thread without a game speaks of its channel's.
		w.types(room, "ana", "start")
		other := room.In(w.Say(room, "cy", "a talk").TS)
		w.Mention(other, "cy", "history")
		if text := w.screen(room, "cy"); !strings.Contains(text, opened("ana")) {
			t.Errorf("the channel shows\n%s", text)
		}
		w.Mention(other, "cy", "d3")
		if m := w.newest(room, "dora"); !strings.HasPrefix(m.Shown, played(unnamed(true), "d3", "d4")) {
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
		if !strings.HasPrefix(m.Shown, challenges(unnamed(false), "bo")) || m.Thread != "" {
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
		w.told(room, "bo", says(words.BusyOpen{Starter: called("ana"), Move: 1}))
		w.presses(room, "bo", label(words.ThreadButton{}))
		w.think()
		var root slacktest.Message
		for _, m := range w.Messages(room, "cy") {
			if strings.HasPrefix(m.Shown, "Othello: bo plays in this thread.") {
				root = m
			}
		}
		thread := room.In(root.TS)
		w.shows(w.newest(thread, "cy"), says(words.Played{Player: words.Person{Engine: true}, Square: square("e6"), Flips: words.All(squares("e5"))}), 0, "bo")
		reply := w.newest(thread, "bo").Controls()[0].Options[0].Label
		w.presses(thread, "bo", reply)
		w.think()
		w.shows(w.newest(thread, "cy"), answered("bo", reply), 1, "bo")
		w.types(room, "ana", "history")
		w.told(room, "ana", history(""))
		w.quiet()
	})
}

func TestStartInAThread(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start bot thread")
		root := w.newest(room, "cy")
		w.shows(root, "Othello: ana plays in this thread.", 0)
		w.shows(w.newest(room.In(root.TS), "cy"), againstBot(awaited("ana"), rules.Black, 2), 0, "ana")
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
		w.shows(w.Messages(three, "cy")[0], played("bo", "d3", "d4"), 1)
	})
}

// A second game that is opened by a press is as private as the first.
func TestThreadOfADirectMessage(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		dm := w.BotDM("ana")
		w.types(dm, "ana", "start")
		w.types(dm, "ana", "start")
		w.presses(dm, "ana", label(words.ThreadButton{}))
		if text := w.screen(dm, "ana"); !strings.Contains(text, "plays in this thread") {
			t.Fatalf("Ana sees\n%s", text)
		}
		for _, m := range w.Messages(dm, "ana") {
			if strings.Contains(m.Shown, "plays in this thread") {
				w.sees(dm.In(m.TS), "ana", againstBot(awaited("ana"), rules.Black, 2))
			}
		}
	})
}

func TestDirectMessage(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		dm := w.BotDM("ana")
		w.types(dm, "ana", "start")
		w.sees(dm, "ana", againstBot(awaited("ana"), rules.Black, 2))
		w.presses(dm, "ana", "d3")
		w.think()
		w.sees(dm, "ana", answered("ana", "d3"))
		w.types(dm, "ana", "check a1")
		w.told(dm, "ana", says(words.FlipsNothing{Square: square("a1"), Color: rules.Black}))
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
		w.shows(w.newest(hall, "cy"), answered("ana", "d3"), 1, "ana")
		w.types(hall, "cy", "c4")
		w.told(hall, "cy", says(words.WatchingThread{Black: called("ana"), White: words.Person{Engine: true}}))
		w.quiet()
	})
}

// Where the bot is no member, it answers by the address of each delivery.
func TestPrivateChannel(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		cave := w.PrivateChannel("cave")
		w.types(cave, "ana", "start")
		seen := w.Messages(cave, "cy")
		w.shows(seen[0], opened("ana"), 0)
		w.told(cave, "ana", "I am not in this conversation")
		w.presses(cave, "ana", "d3")
		w.shows(w.Messages(cave, "cy")[0], played("ana", "d3", "d4"), 1)
		w.types(cave, "bo", "c3")
		w.shows(w.newest(cave, "cy"), played("bo", "c3", "d4"), 0)
		w.types(cave, "bo", "a1")
		w.told(cave, "bo", says(words.YouPlay{Color: rules.White}))
		if text := w.screen(cave, "bo"); strings.Contains(text, "I am not in this") {
			t.Errorf("Bo is told how to invite, and Ana was:\n%s", text)
		}
		// The first board cannot be taken down: its control says so.
		old := w.Messages(cave, "cy")[0]
		d := w.NewPress(cave, "cy", old.TS, old.Controls()[0].ActionID, old.Controls()[0].Options[0].Value)
		d.Send()
		w.Settle()
		w.told(cave, "cy", says(words.StaleMove{Player: called("bo"), Square: square("c3")}))

		w.Invite(cave)
		w.types(cave, "ana", "board")
		w.presses(cave, "ana", "b3")
		w.types(cave, "cy", "history")
		w.told(cave, "cy", history("d3c3b3"))
	})
}

func TestPeopleAlone(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		two := w.PeopleDM("ana", "bo")
		w.types(two, "ana", "start "+w.Mentioning("bo")+" black")
		w.presses(two, "bo", label(words.AcceptButton{}))
		w.presses(two, "ana", "d3")
		w.sees(two, "ana", "I cannot be brought into this conversation")
		if text := w.Messages(two, "bo")[0]; !strings.HasPrefix(text.Shown, played("ana", "d3", "d4")) {
			t.Errorf("the board is\n%s", text.Shown)
		}
		// Meanwhile it is known that the bot is none of the two.
		w.types(two, "ana", "stop")
		w.types(two, "ana", "start")
		w.sees(two, "bo", opened("ana"))
	})
}
