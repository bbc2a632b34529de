package bot_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

func TestUnstoredActionsRunOnce(t *testing.T) {
	begun := newStage(t, limits)
	board := begun.do(t, typed("ana", "start bot"))
	for name, a := range map[string]chat.Action{
		"check": typed("ana", "check d3"), "help": typed("ana", "help"), "hint": typed("ana", "hint"), "stats": typed("ana", "stats"),
		"no command": typed("ana", "dance"), "a refused move": typed("ana", "a1"), "a button": pressed(t, "ana", "Hint", board),
	} {
		t.Run(name, func(t *testing.T) {
			a.Delivery = chat.Delivery(name)
			if got := begun.do(t, a); len(got.Effects) == 0 || got.Repeated {
				t.Errorf("the first delivery is answered %v", got)
			}
			if got := begun.do(t, a); len(got.Effects) != 0 || !got.Repeated {
				t.Errorf("the second delivery is answered %v", got)
			}
			a.Place.Thread = "opened for it"
			if got := begun.do(t, a); got.Repeated {
				t.Error("the thread that was opened for it gets no answer")
			}
		})
	}
}

func TestFailedActionRunsAgain(t *testing.T) {
	s := newStage(t, limits)
	start := delivered("a start", typed("ana", "start"))
	s.store.err = errors.New("disk full")
	if got := s.do(t, start); got.Trouble != chat.Unsaved {
		t.Errorf("while nothing is stored ana is answered %v", got)
	}
	s.store.err = nil
	if got := s.do(t, start); got.Repeated || rooms(t, s).Active == nil {
		t.Errorf("the repetition is answered %v, and begins no game", got)
	}
}

// TestTheActorIsAnsweredFirst guards adapters, which acknowledge a press with the first effect.
func TestTheActorIsAnsweredFirst(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start bot")), "m1")
	ask := s.do(t, typed("ana", "resign"))
	yes := on("whisper", pressed(t, "ana", "Yes, resign", ask))
	got := s.do(t, yes).Effects
	if len(got) != 2 || got[0].Kind != chat.Edit || got[0].Ref != "" || got[1].Ref != "m1" {
		t.Errorf("the effects of a resignation are %v", got)
	}
}

// TestRepeatedBoardsHaveNoControls checks a command that another process has answered.
func TestRepeatedBoardsHaveNoControls(t *testing.T) {
	s := newStage(t, limited(func(l *chat.Limits) { l.MustAnswer = true }))
	start := delivered("1", typed("ana", "start"))
	s.do(t, start)
	s.restart()
	got := s.do(t, start).Effects
	if len(got) != 1 || got[0].Kind != chat.Whisper || got[0].Message.Board == nil || len(got[0].Message.Controls) != 0 {
		t.Errorf("the repetition is answered %v", got)
	}
}

func TestTimeZoneOfTheMachine(t *testing.T) {
	here := time.Local
	time.Local = time.FixedZone("elsewhere", 9*60*60)
	t.Cleanup(func() { time.Local = here })
	for _, file := range []string{"challenge-declined", "third-player", "pings"} {
		want, err := os.ReadFile("testdata/" + file + ".chat")
		noError(t, err)
		if got := play(t, string(want)); got != string(want) {
			t.Errorf("%s differs in another time zone:\n%s", file, got)
		}
	}
}

// TestRepeatedPressDuringASend checks that the pressed message, maybe the old board, is not redrawn.
func TestRepeatedPressDuringASend(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	s.sent(t, start, "m1")
	press := on("m1", pressed(t, "ana", "d3", start))
	first := s.do(t, press)
	s.sent(t, first, "m1")
	board := s.do(t, typed("bo", "c3"))
	nothing(t, s.do(t, press).Effects)
	s.sent(t, board, "m2")
	if got := s.do(t, press); len(got.Effects) != 1 || got.Effects[0].Subject.Slot != "" {
		t.Errorf("once the new board is there, the repeated press does %v", got.Effects)
	}
}

// TestRedirectedActionRunsOnce checks that a second process does not run it where the user sent it.
func TestRedirectedActionRunsOnce(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(*stage) // begins a game in a thread
		again chat.Action
	}{
		"a move": {func(s *stage) { s.inNewThread(t, typed("bo", "start bot"), "1") }, typed("bo", "d3")},
		"a game": {func(*stage) {}, typed("bo", "start bot")},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, threaded())
			s.do(t, typed("ana", "start"))
			c.begin(s)
			c.again.Delivery = "twice"
			if got := s.do(t, c.again).Effects; got[0].Kind == chat.OpenThread {
				thread := c.again
				thread.Place.Thread = "1"
				s.do(t, thread)
			}
			ends := typed("bo", "resign")
			ends.Place.Thread = "1"
			yes := pressed(t, "bo", "Yes, resign", s.do(t, ends))
			yes.Place.Thread = "1"
			s.do(t, yes)
			if name == "a game" {
				s.do(t, typed("ana", "stop"))
			}
			before := rooms(t, s).Active
			s.Seed++ // so that other games have other ids
			s.restart()
			s.do(t, c.again)
			if after := rooms(t, s).Active; (after == nil) != (before == nil) || after != nil && after.Version != before.Version {
				t.Errorf("the repetition changes %+v to %+v", before, after)
			}
		})
	}
}

// TestButtonsFromBeforeARestore checks a button that fits the turn of the game but not its position.
func TestButtonsFromBeforeARestore(t *testing.T) {
	before, after := newStage(t, limits), newStage(t, limits) // with the same seed, so that both games have the same id
	begun := before.do(t, typed("ana", "start"))
	after.do(t, typed("ana", "start"))
	for _, s := range []*stage{before, after} {
		s.do(t, typed("ana", "f5"))
	}
	old := before.do(t, typed("bo", "d6"))
	board := after.do(t, typed("bo", "f6")) // the same turn after another move
	after.sent(t, board, "board")
	if gameOf(begun) != gameOf(board) {
		t.Fatal("the games differ")
	}

	press := pressed(t, "ana", "c4", old) // legal after both
	press.Message = "board"
	for _, message := range []chat.MessageRef{"board", "another"} {
		press.Message = message
		r := after.do(t, press)
		if len(r.Effects) != 2 || r.Effects[0].Kind != chat.Edit || r.Effects[1].Kind != chat.Whisper {
			t.Fatalf("the press on %s does %v", message, r.Effects)
		}
		if drawn := r.Effects[0].Message.Board != nil; drawn != (message == "board") {
			t.Errorf("on %s the board is drawn: %t", message, drawn)
		}
		if text := r.Effects[1].Message.Text.String(); !strings.Contains(text, "The game has moved on: bo played f6.") {
			t.Errorf("the press is answered %q", text)
		}
	}
	after.whispers(t, typed("ana", "history"), "2 moves…")

	if press.Control == strings.ToLower(press.Control) {
		t.Fatalf("the control is %q", press.Control)
	}
	press.Message, press.Control = "board", strings.ToLower(press.Control) // a control that was never drawn
	after.do(t, press)
	after.whispers(t, typed("ana", "history"), "2 moves…")
}

// overtake calls by once, just before the first change that matches is saved.
func (s *stage) overtake(matches func(game.Change) bool, by func()) {
	done := false
	s.Ports = people.PortsOf(saving{s.store, func(c game.Change) error {
		if !done && matches(c) {
			done = true
			by()
		}
		return nil
	}}, timing)
}

func anyChange(game.Change) bool { return true }

// meanwhile does the quick action while the slow one is about to be stored.
func (s *stage) meanwhile(t *testing.T, quick, slow chat.Action) chat.Response {
	t.Helper()
	s.overtake(anyChange, func() { s.do(t, quick) })
	return s.do(t, slow)
}

// TestStoppedBeforeItIsSetAside checks that the end of the old game is not announced again.
func TestStoppedBeforeItIsSetAside(t *testing.T) {
	for name, begin := range map[string]chat.Action{"a game": typed("bo", "start"), "a duel": typed("bo", "accept")} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.sent(t, s.do(t, typed("ana", "start")), "m1")
			s.sent(t, s.do(t, challenging()), "m2")
			s.now = s.now.Add(time.Hour)
			for _, e := range s.meanwhile(t, typed("ana", "stop"), begin).Effects {
				if strings.Contains(e.Message.Text.String(), "set aside") || e.Ref == "m1" {
					t.Errorf("the new game says %q about the stopped game, and changes message %q", e.Message.Text, e.Ref)
				}
			}
			if room := rooms(t, s); room.Active == nil || room.Last == nil || room.Last.Result.Reason != game.Stopped {
				t.Errorf("the room is %+v", room)
			}
		})
	}
}

func TestTooLateForTheBoard(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	shown := s.do(t, typed("ana", "d3"))
	const want = "The game has moved on: bo played c3. /othello board shows it."
	equal(t, "a press that came too late is answered", whispered(t, s.meanwhile(t, typed("bo", "c3"), pressed(t, "cy", "c5", shown))), want)
}

// TestTooLateForTheGame checks that games may begin and end while the board command runs.
func TestTooLateForTheGame(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("ana", "start"))
	s.overtake(anyChange, func() {
		for _, what := range []string{"stop", "start", "stop", "start"} {
			s.do(t, typed("ana", what))
		}
	})
	got := s.do(t, typed("bo", "board")).Effects
	if g := rooms(t, s).Active; g == nil || len(got) == 0 || got[0].Kind != chat.Post || got[0].Subject.Game != chat.GameID(g.ID.String()) {
		t.Errorf("bo is answered %+v, while %v runs", got, g)
	}
}

func TestTooLateForAChallenge(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, typed("cy", "start"))
	s.do(t, challenging())
	const want = "bo declined the challenge. /othello start makes a new one."
	equal(t, "the late withdrawal is answered", whispered(t, s.meanwhile(t, typed("bo", "decline"), typed("ana", "decline"))), want)
}
