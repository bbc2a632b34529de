package parse

import "testing"

func TestNearest(t *testing.T) {
	var commands []Command
	for _, name := range []string{"start", "move", "board", "check", "hint", "resign", "settings"} {
		commands = append(commands, Command{Name: name})
	}
	g := NewGrammar(commands, nil)
	for typed, want := range map[string]string{
		"resing": "resign", "strat": "start", "mvoe": "move", "boards": "board", "hnit": "hint", "setings": "settings", "restart": "start",
		"thanks": "", "surrender": "", "mooove": "move", "x": "", "ha": "",
	} {
		if got := g.nearest(typed); got != want {
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
