package bot

import (
	"errors"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/game"
)

// TestRefusalsOfAnUnknownGame checks that a refusal about an unknown game names no players.
func TestRefusalsOfAnUnknownGame(t *testing.T) {
	for _, err := range []error{
		game.ErrOver, game.ErrStale, game.ErrUnknown, game.ErrNotPlayer, game.ErrNotAsked, game.ErrNotAllowed,
		game.ErrSeatTaken, game.ErrNoOpponent, &game.SideError{},
	} {
		for name, o := range map[string]*order{"typed": {}, "pressed": {Action: chat.Action{Control: "o1:1:0:stop"}}} {
			text := ""
			if said := gameRefusal(&request{order: o}, err); said != nil {
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
