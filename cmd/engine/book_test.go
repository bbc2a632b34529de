package main

import (
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestPlaysFromTheBook asks for a move in a position that the book has. With the book, the
// program must play the book's move without a search.
func TestPlaysFromTheBook(t *testing.T) {
	p, _ := rules.Start().Play(37)
	known, ok := engine.OwnBook().Choose(p, 1)
	if !ok {
		t.Fatal("not in the book")
	}
	tests := []struct {
		name, talk, args string
		book             bool
	}{
		{"GTP", "play b f5\ngenmove w\n", "gtp -positions 500", true},
		{"GTP without", "play b f5\ngenmove w\n", "gtp -book off -positions 500", false},
		{"NBoard", "move f5\ngo\n", "nboard", true},
		{"NBoard without", "move f5\ngo\n", "nboard -book=off", false},
		{"NBoard, not deep", "set depth 5\nmove f5\ngo\n", "nboard", false},
	}
	for _, test := range tests {
		got, err := running(t, test.talk, strings.Fields(test.args)...)
		if err != nil || !strings.Contains(got, "= ") {
			t.Errorf("%s: %v\n%s", test.name, err, got)
		}
		if searched := strings.Contains(got, "nodestats"); strings.HasPrefix(test.args, "nboard") && searched == test.book {
			t.Errorf("%s: searched %v\n%s", test.name, searched, got)
		}
		if test.book && !strings.Contains(got, known.Square.String()) {
			t.Errorf("%s: the book has %v\n%s", test.name, known.Square, got)
		}
	}
}
