package slack_test

import (
	"strings"
	"testing"

	"othellobot/rules"
	"othellobot/words"
)

// A board below which people talk is still the channel's, also when they play
// another game there.
func TestThreadBelowTheBoard(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start")
		board := w.newest(room, "cy")
		thread := room.In(board.TS)
		w.Say(thread, "bo", "good luck")
		w.presses(room, "ana", "d3")
		w.shows(w.Messages(room, "cy")[0], played("ana", "d3", "d4"), 1)
		w.Mention(thread, "dora", "start")
		w.Mention(thread, "dora", "f5")
		w.presses(room, "bo", "c3")
		w.shows(w.Messages(room, "cy")[0], played("bo", "c3", "d4"), 2)
		if text := w.screen(room, "bo"); strings.Contains(text, says(words.Stale{})) || strings.Contains(text, says(words.GameOver{})) {
			t.Errorf("Bo sees\n%s", text)
		}
		w.presses(room, "cy", label(words.HintButton{}))
		w.hinted(room, "cy")
		w.quiet()
	})
}

// Who asks in a thread about the channel's game is answered in the thread, in the
// words that can be used there.
func TestAnsweredWhereAsked(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo")+" black")
		w.presses(room, "bo", label(words.AcceptButton{}))
		thread := room.In(w.Say(room, "cy", "a talk").TS)
		before := len(w.Messages(room, "ana"))
		w.Mention(thread, "ana", "a1")
		w.told(thread, "ana", says(words.TrapsNoWhite{Square: square("a1"), Legal: words.Any(squares("d3c4f5e6"))}))
		w.Mention(thread, "ana", "help")
		if m := w.newest(thread, "ana"); strings.Contains(m.Shown, "/othello") || !strings.Contains(m.Shown, "@othello") {
			t.Errorf("in the thread the help is\n%s", m.Shown)
		}
		if n := len(w.Messages(room, "ana")); n != before {
			t.Errorf("in the channel Ana sees %d messages, want %d", n, before)
		}
		w.Mention(thread, "ana", "resign") // its control belongs to the channel's game
		w.presses(thread, "ana", label(words.ResignYesButton{}))
		w.shows(w.Messages(room, "cy")[0], says(words.Resigned{Player: called("ana"), Winner: called("bo"), Color: rules.White}), 2, "bo")
		w.quiet()
	})
}
