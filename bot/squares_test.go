package bot

import (
	"errors"
	"testing"

	"othellobot/chat"
	"othellobot/rules"
)

func TestSquareAsTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"e5": "e5", "E5": "e5", "e 5": "e5", "e-5": "e5", "e.5": "e5", "e,5": "e5", "(e5)": "e5", "5e": "e5", "5E": "e5",
		"５ｅ": "e5", "ｅ５": "e5", "\"e5\"": "e5", "“e5”": "e5", "e\u00a05": "e5", "\u202ee5": "e5", "`e5`": "e5",
	} {
		got, err := arguments{{Name: "square", Value: chat.Word{Text: typed}}}.square()
		if err != nil || got.String() != want {
			t.Errorf("%q is read as %v, %v, want %s", typed, got, err, want)
		}
	}
}

func TestNotOneSquare(t *testing.T) {
	var notation *rules.NotationError
	var many *manyMovesError
	leaves := func(word string) func(error) bool {
		return func(err error) bool {
			var left *leftOverError
			return errors.As(err, &left) && left.Word.Text == word
		}
	}
	for typed, refused := range map[string]func(error) bool{
		"":                   func(err error) bool { return errors.Is(err, errNoSquare) },
		"\u200b":             func(err error) bool { return errors.Is(err, errNoSquare) },
		"pass":               func(err error) bool { return errors.Is(err, errPass) },
		"i5":                 func(err error) bool { return errors.As(err, &notation) },
		"e9":                 func(err error) bool { return errors.As(err, &notation) },
		"e":                  func(err error) bool { return errors.As(err, &notation) },
		"e5e":                func(err error) bool { return errors.As(err, &notation) },
		"d3 e6":              func(err error) bool { return errors.As(err, &many) && many.Count == 2 },
		"d3 purple":          leaves("purple"),
		"5e purple, now":     leaves("purple,"),
		"e 5 purple":         leaves("purple"),
		"d3 c4 e 5 f f5":     leaves("f"),
		"d3 e9":              func(err error) bool { return errors.As(err, &notation) && notation.Text == "e9" },
		"d3 e":               leaves("e"),
		"\u202ed3\u200b \"x": leaves("x"),
		"purple d3":          func(err error) bool { return errors.As(err, &notation) && notation.Text == "purple d3" },
		"d3 5e":              func(err error) bool { return errors.As(err, &notation) },
		"f5d6c3":             func(err error) bool { return errors.As(err, &many) && many.Count == 3 },
	} {
		if got, err := (arguments{{Name: "square", Value: chat.Word{Text: typed}}}).square(); !refused(err) {
			t.Errorf("%q is read as %v, %v", typed, got, err)
		}
	}
}
