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
	for typed, refused := range map[string]func(error) bool{
		"":       func(err error) bool { return errors.Is(err, errNoSquare) },
		"\u200b": func(err error) bool { return errors.Is(err, errNoSquare) },
		"pass":   func(err error) bool { return errors.Is(err, errPass) },
		"i5":     func(err error) bool { return errors.As(err, &notation) },
		"e9":     func(err error) bool { return errors.As(err, &notation) },
		"e":      func(err error) bool { return errors.As(err, &notation) },
		"e5e":    func(err error) bool { return errors.As(err, &notation) },
		"d3 e6":  func(err error) bool { return errors.As(err, &many) && many.Count == 2 },
		"f5d6c3": func(err error) bool { return errors.As(err, &many) && many.Count == 3 },
	} {
		if got, err := (arguments{{Name: "square", Value: chat.Word{Text: typed}}}).square(); !refused(err) {
			t.Errorf("%q is read as %v, %v", typed, got, err)
		}
	}
}
