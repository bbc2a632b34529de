package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseTranscript(t *testing.T) {
	f5d6c3 := []Square{37, 43, 18}
	for _, tt := range []struct {
		text string
		want []Square
	}{
		{"", nil},
		{" \n", nil},
		{"--", nil},
		{"f5d6c3", f5d6c3},
		{"F5D6C3", f5d6c3},
		{"f5D6c3", f5d6c3},
		{"f5 d6 c3", f5d6c3},
		{"  f5\td6\r\nc3\n", f5d6c3},
		{"f5\u00a0d6\u3000c3", f5d6c3},
		{"f5-d6-c3", f5d6c3},
		{"f5, d6, c3.", f5d6c3},
		{"f5d6--c3--", f5d6c3},
		{"f 5d6c 3", f5d6c3},
		{"a1h8a1", []Square{0, 63, 0}}, // only a board decides whether repeated squares are legal
	} {
		if got, err := ParseTranscript(tt.text); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, %v, want %v", tt.text, got, err, tt.want)
		}
	}
}

func TestParseTranscriptErrors(t *testing.T) {
	for _, tt := range []struct{ text, notation string }{
		{"f", "f"},
		{"f5d", "d"},
		{"f5d9c3", "d9"},
		{"f5 i1", "i1"},
		{"5f", "5f"},
		{"f5d6 5f", "5f"},
		{"1. f5 d6", "1f"},
		{"f５", "f５"},
		{"f5ｄ6", "ｄ6"},
		{"f5⚫", "⚫"},
		{"f5\xff6", "\xff6"},
		{"f5d\xe2\x97", "d\xe2"},
		{"f5\x00", "\x00"},
	} {
		moves, err := ParseTranscript(tt.text)
		var notation *NotationError
		if moves != nil || !errors.As(err, &notation) || notation.Text != tt.notation {
			t.Errorf("%q: %v, %v, want an error about %q", tt.text, moves, err, tt.notation)
		}
	}
}

func TestTranscriptRoundTrip(t *testing.T) {
	for seed := range uint64(20) {
		moves, _ := randomGame(seed)
		got, err := ParseTranscript(FormatTranscript(moves))
		if err != nil || !slices.Equal(got, moves) {
			t.Errorf("%v is read as %v, %v", moves, got, err)
		}
	}
}

func FuzzParseTranscript(f *testing.F) {
	for _, text := range []string{"", "f5d6c3", "F5 D6", "f5-d6--c3", "f5d", "5f", "f５", "f5\xff", "\xe2\x97", "1. f5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := ParseTranscript(text)
		var notation *NotationError
		switch {
		case err == nil:
			written := FormatTranscript(moves)
			again, err := ParseTranscript(written)
			if err != nil || !slices.Equal(again, moves) || len(written) != 2*len(moves) {
				t.Fatalf("%q is read as %v, then as %v, %v", text, moves, again, err)
			}
			bare := strings.Join(strings.FieldsFunc(strings.ToLower(text), betweenMoves), "")
			if written != bare {
				t.Fatalf("%q is written %q", text, written)
			}
		case errors.As(err, &notation):
			if n := utf8.RuneCountInString(notation.Text); n < 1 || n > 2 {
				t.Fatalf("%q: %v holds %d characters", text, err, n)
			}
			if _, err := ParseSquare(notation.Text); err == nil {
				t.Fatalf("%q: but %v is a square", text, notation.Text)
			}
		default:
			t.Fatalf("%q: untyped error %v", text, err)
		}
	})
}

func TestReplayErrors(t *testing.T) {
	for _, tt := range []struct {
		name    string
		text    string
		wrong   ReplayError
		message string
	}{
		{"first move", "a1", ReplayError{1, 0, Black}, "move 1, Black on a1, is illegal"},
		{"later move", "f5d6c3d3c4a8f4", ReplayError{6, 56, White}, "move 6, White on a8, is illegal"},
		{"same square again", "f5f5", ReplayError{2, 37, White}, "move 2, White on f5, is illegal"},
		{"after the end", "e6f4e3f6g5d6e7f5c5a1", ReplayError{10, 0, White}, "move 10, White on a1, is illegal"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			moves := transcript(t, tt.text)
			got, err := Replay(Start(), moves)
			var wrong *ReplayError
			if !errors.As(err, &wrong) || *wrong != tt.wrong || err.Error() != tt.message {
				t.Fatalf("error %v, want %v", err, &tt.wrong)
			}
			before, err := Replay(Start(), moves[:tt.wrong.Number-1])
			if err != nil || got != before {
				t.Errorf("stopped at %v, want %v", got, before)
			}
		})
	}
}

// TestReplayPasses checks that Replay makes passes itself. A transcript need not contain
// them, and they do not count as moves.
func TestReplayPasses(t *testing.T) {
	p := board(t, "XO-XXO--"+rows(7), Black)
	after, err := Replay(p, transcript(t, "c1--g1"))
	if err != nil || after.Score() != (Score{7, 0}) {
		t.Errorf("%v, %v", after, err)
	}
	_, err = Replay(p, transcript(t, "c1--a8"))
	var wrong *ReplayError
	if !errors.As(err, &wrong) || *wrong != (ReplayError{2, square(t, "a8"), Black}) {
		t.Errorf("error %v", err)
	}
}

func transcript(t *testing.T, text string) []Square {
	t.Helper()
	moves, err := ParseTranscript(text)
	noError(t, err)
	return moves
}
