package parse

import (
	"errors"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words/wordstest"
)

func typedSquare(typed string) (rules.Square, error) {
	square := Parameter{Parameter: chat.Parameter{Name: "square"}}
	c := Command{Name: "move", Parameters: []Parameter{square}}
	return c.Square(Arguments{{Name: "square", Value: chat.Token{Text: typed}}}, chat.Limits{})
}

func TestSquareAsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"e5": "e5", "E5": "e5", "e 5": "e5", "e-5": "e5", "e.5": "e5", "e,5": "e5", "(e5)": "e5", "5e": "e5", "5E": "e5",
		"５ｅ": "e5", "ｅ５": "e5", "\"e5\"": "e5", "“e5”": "e5", "e\u00a05": "e5", "\u202ee5": "e5", "`e5`": "e5",
	} {
		got, err := typedSquare(typed)
		if err != nil || got.String() != want {
			t.Errorf("%q is read as %v, %v, want %s", typed, got, err, want)
		}
	}
}

func TestNotOneSquare(t *testing.T) {
	for typed, want := range map[string]string{
		"":                   "Which square?",
		"\u200b":             "Which square?",
		"pass":               "Passing is automatic",
		"i5":                 "i5 is not a square.",
		"e9":                 "e9 is not a square.",
		"e":                  "e is not a square.",
		"e5e":                "e5e is not a square.",
		"d3 e6":              "That is 2 moves",
		"d3 purple":          "I cannot use purple there.",
		"5e purple, now":     "I cannot use that there.",
		"e 5 purple":         "I cannot use purple there.",
		"d3 c4 e 5 f f5":     "I cannot use f there.",
		"d3 e9":              "e9 is not a square.",
		"d3 e":               "I cannot use e there.",
		"\u202ed3\u200b \"x": "I cannot use x there.",
		"purple d3":          "That is not a square.",
		"d3 5e":              "That is not a square.",
		"f5d6c3":             "That is 3 moves",
	} {
		got, err := typedSquare(typed)
		said := ""
		if unclear, ok := errors.AsType[*Unclear](err); ok {
			said = wordstest.Quoted().Default().Text(unclear.Said...).String()
		}
		if !strings.HasPrefix(said, want) {
			t.Errorf("%q is read as %v, %q, want %q", typed, got, said, want)
		}
	}
}
