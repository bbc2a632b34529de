package words_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// In a language that is written from right to left what stands in slots keeps its place,
// whatever is next to it; what is typed has no marks in it, and other languages have none.
func TestRightToLeft(t *testing.T) {
	english, err := os.ReadFile("active.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: english}, "active.fa.toml": {Data: english}})
	if err != nil {
		t.Fatal(err)
	}
	fa, _ := catalog.Named("fa")
	seen := strings.NewReplacer("\u200f", "‹", "\u2068", "[", "\u2069", "]", "\u2060", "")
	side := words.Side{Player: words.Name(ana), Color: rules.Black}
	for want, m := range map[string]words.Message{
		"‹[ana]: [d3], flips [d4] and [e4].":     words.Played{Player: words.Name(ana), Square: d3, Flips: words.All(rules.SetOf(d4, rules.SquareAt(4, 3)))},
		"‹[ana] (Black) [4]–[1] White":           words.Standing{Black: side, White: words.Side{Color: rules.White}, Score: words.Score{First: 4, Second: 1}},
		"‹Move 1 · 4 moves · [/othello move d3]": words.FirstMove{Moves: 4, Command: "move d3"},
		"‹Moves: [d3c3]":                         words.EndMoves{Moves: "d3c3"},
	} {
		if got := seen.Replace(fa.Text(m).String()); got != want {
			t.Errorf("%T is said as %q, want %q", m, got, want)
		}
		if plain := catalog.Default().Text(m).String(); strings.ContainsAny(plain, "\u200f\u2068\u2069") {
			t.Errorf("%T has marks in English: %q", m, plain)
		}
		for _, s := range fa.Text(m) {
			if (s.Kind == chat.SpanCommand || s.Kind == chat.SpanCode) && strings.ContainsAny(s.Text, "\u200f\u2068\u2069") {
				t.Errorf("%T has marks in %q, which is typed", m, s.Text)
			}
		}
	}
}
