package local_test

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/chat"
)

// An effect with an older version of the same game changes nothing. An effect of another game
// replaces the message at any version.
func TestOlderVersionChangesNothing(t *testing.T) {
	s := newScreen(t, "")
	show := func(game chat.GameID, version uint32) chat.Effect {
		return chat.Effect{Kind: chat.Edit, Ref: "0", Message: message(fmt.Sprint(game, version)), Subject: chat.Subject{Game: game, Slot: chat.SlotPing, Version: version}}
	}
	s.deliver(t, "a board")
	s.adapter.Deliver(t.Context(), here, respond(show("a", 3), show("a", 2), show("a", 3), show("b", 2)))
	var shown []string
	for line := range strings.Lines(s.out.String()) {
		if text, ok := strings.CutPrefix(line, "\t  "); ok {
			shown = append(shown, strings.TrimSpace(text))
		}
	}
	if got, want := strings.Join(shown, " "), "a board a3 a3 b2"; got != want {
		t.Errorf("shown are %q, want %q", got, want)
	}
}

func TestChangesAreBounded(t *testing.T) {
	s := newScreen(t, "")
	for i := range 1100 {
		s.deliver(t, fmt.Sprint(i), "Press")
	}
	list, last, _ := s.adapter.Changes(chat.UserID{}, here, 0)
	if len(list) != 200 || last != 1100 || list[199].Shows.Text.String() != "1099" {
		t.Errorf("%d messages are returned, the last change is %d", len(list), last)
	}
	if m, ok := s.adapter.Shown(chat.UserID{}, here, "0"); !ok || m.Shows.Text != nil {
		t.Errorf("the oldest is still %+v", m)
	}
	if list, _, _ := s.adapter.Changes(chat.UserID{}, here, 1099); len(list) != 1 {
		t.Errorf("after the last but one %d messages have changed", len(list))
	}
}
