package bot_test

import (
	"strings"
	"testing"

	"othellobot/chat"
)

// TestButtonsFromBeforeARestore checks a button that was drawn after the restored backup. It fits
// the turn of the game but not its position. The press changes nothing: the bot redraws the board
// and says that the game has moved on.
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
	if got := whispered(t, after.do(t, typed("ana", "history"))); !strings.HasPrefix(got, "2 moves") {
		t.Errorf("after the presses there are %s", got)
	}

	if press.Control == strings.ToLower(press.Control) {
		t.Fatalf("the control is %q", press.Control)
	}
	press.Message, press.Control = "board", strings.ToLower(press.Control) // a control that was never drawn
	after.do(t, press)
	if got := whispered(t, after.do(t, typed("ana", "history"))); !strings.HasPrefix(got, "2 moves") {
		t.Errorf("after a control without a mark there are %s", got)
	}
}
