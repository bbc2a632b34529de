package parse

import (
	"testing"

	"othellobot/words"
)

func TestNearest(t *testing.T) {
	var commands []Command
	for _, name := range []string{"start", "move", "board", "check", "hint", "resign", "settings"} {
		commands = append(commands, Command{Name: name})
	}
	g := NewGrammar(commands, words.Load())
	for typed, want := range map[string]string{
		"resing": "resign", "strat": "start", "mvoe": "move", "boards": "board", "hnit": "hint", "setings": "settings", "restart": "start",
		"thanks": "", "surrender": "", "mooove": "move", "x": "", "ha": "",
	} {
		if got := g.nearest(typed); got != want {
			t.Errorf("nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}
