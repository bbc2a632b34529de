package parse

import (
	"testing"
)

// A transcript is found in what people write around it, and in what the bot itself has
// written.
func TestTranscriptIn(t *testing.T) {
	for text, want := range map[string]string{
		"f5d6c3":                            "f5d6c3",
		"Look: F5D6C3d3!":                   "F5D6C3d3",
		"1. f5 2. d6 3. c3":                 "f5d6c3",
		"f5, d6, c3 and then f5d6c3d3":      "f5d6c3d3",
		"Moves: `f5d6c3d3c4`":               "f5d6c3d3c4",
		"You can play c3, e3 or c5.":        "",
		"@ana played d3":                    "",
		"the file of5d6c3x is no game":      "",
		"":                                  "",
		"- - - - O X - -":                   "",
		"https://example.org/f5d6":          "",
		"f5d6\nc3d3":                        "f5d6c3d3",
		"Move 12: f5. Then d6. Then c3. Ok": "",
	} {
		if got := TranscriptIn(text); got != want {
			t.Errorf("in %q there is %q, want %q", text, got, want)
		}
	}
}
