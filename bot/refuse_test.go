package bot

import (
	"errors"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/game"
)

// Of a game that is not known, nobody is told who plays it.
func TestRefusalsOfAnUnknownGame(t *testing.T) {
	for _, err := range []error{
		game.ErrOver, game.ErrStale, game.ErrUnknown, game.ErrNotPlayer, game.ErrNotAsked, game.ErrNotAllowed,
		game.ErrSeatTaken, game.ErrNoOpponent, &game.SideError{},
	} {
		for name, r := range map[string]request{"typed": {}, "pressed": {Action: chat.Action{Control: "o1:1:0:stop"}}} {
			text := ""
			if said := gameRefusal(&r, err); said != nil {
				text = english().Own.Text(said.said...).String()
			}
			if strings.Contains(strings.ToLower(text), "somebody") || strings.Contains(text, "nobody") || strings.Contains(text, "You are playing") {
				t.Errorf("%s, %v is answered %q", name, err, text)
			}
			if generic := errors.Is(err, game.ErrOver) || errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrUnknown); generic && text == "" {
				t.Errorf("%s, %v has no words", name, err)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	for typed, want := range map[string]string{
		"resing": "resign", "strat": "start", "mvoe": "move", "boards": "board", "hnit": "hint", "setings": "settings", "restart": "start",
		"thanks": "", "surrender": "", "mooove": "move", "x": "", "ha": "",
	} {
		if got := New(Config{}).nearest(typed); got != want {
			t.Errorf("nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for words, want := range map[[2]string]int{
		{"", ""}: 0, {"", "abc"}: 3, {"abc", ""}: 3, {"abc", "abc"}: 0,
		{"kitten", "sitting"}: 3, {"flaw", "lawn"}: 2, {"mvoe", "move"}: 1,
	} {
		if got := distance(words[0], words[1]); got != want {
			t.Errorf("distance(%q, %q) = %d, want %d", words[0], words[1], got, want)
		}
	}
}
