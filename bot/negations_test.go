package bot

import (
	"os"
	"strings"
	"testing"

	"othellobot/words"
)

// TestNegations checks that a negated command is not taken for that command. The bot does nothing,
// shows help or the board, or offers what the table allows. It carries that out only if it is
// harmless.
func TestNegations(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	text, err := os.ReadFile("parse/testdata/negations.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSpace(line), "\t")
		if len(row) != 4 {
			continue // a comment
		}
		typed, wanted := row[1], row[2]
		asked, done := b.asked(typed)
		name, _, _ := strings.Cut(asked, " ")
		switch c := b.actions[name]; {
		case wanted == "-" && asked != "" && name != "help" && name != "board":
			t.Errorf("%s: %q is taken for %q, %v, want nothing", row[0], typed, asked, done)
		case wanted != "-" && (!wants(wanted, asked) || done && !c.Harmless):
			t.Errorf("%s: %q is taken for %q, %v, want an offer of %q", row[0], typed, asked, done, wanted)
		}
	}
}
