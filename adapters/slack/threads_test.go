package slack_test

import (
	"strings"
	"testing"
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
		w.shows(w.Messages(room, "cy")[0], "ana (Black) played d3", 1)
		w.Mention(thread, "dora", "start")
		w.Mention(thread, "dora", "f5")
		w.presses(room, "bo", "c3")
		w.shows(w.Messages(room, "cy")[0], "bo (White) played c3", 2)
		if text := w.screen(room, "bo"); strings.Contains(text, "moved on") || strings.Contains(text, "is over") {
			t.Errorf("Bo sees\n%s", text)
		}
		w.presses(room, "cy", "Hint")
		w.told(room, "cy", "Try ")
		w.quiet()
	})
}

// Who asks in a thread about the channel's game is answered in the thread, in the
// words that can be used there.
func TestAnsweredWhereAsked(t *testing.T) {
	story(t, func(t *testing.T, w *whole) {
		room := w.Channel("room")
		w.types(room, "ana", "start "+w.Mentioning("bo")+" black")
		w.presses(room, "bo", "Accept")
		thread := room.In(w.Say(room, "cy", "a talk").TS)
		before := len(w.Messages(room, "ana"))
		w.Mention(thread, "ana", "a1")
		w.told(thread, "ana", "a1 flips nothing")
		w.Mention(thread, "ana", "help")
		if m := w.newest(thread, "ana"); strings.Contains(m.Shown, "/othello") || !strings.Contains(m.Shown, "@othello") {
			t.Errorf("in the thread the help is\n%s", m.Shown)
		}
		if n := len(w.Messages(room, "ana")); n != before {
			t.Errorf("in the channel Ana sees %d messages, want %d", n, before)
		}
		w.Mention(thread, "ana", "resign") // its control belongs to the channel's game
		w.presses(thread, "ana", "Yes, resign")
		w.shows(w.Messages(room, "cy")[0], "ana resigned: bo (White) wins", 2, "bo")
		w.quiet()
	})
}
