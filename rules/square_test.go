package rules

import (
	"errors"
	"testing"
)

func TestSquareRoundTrip(t *testing.T) {
	for s := range NoSquare {
		got, err := ParseSquare(s.String())
		if err != nil || got != s || SquareAt(s.Column(), s.Row()) != s || !s.Valid() {
			t.Errorf("square %d is written %q, read %d, %v", uint8(s), s, uint8(got), err)
		}
	}
}

func TestParseSquare(t *testing.T) {
	tests := []struct {
		text string
		want Square
	}{
		{"a1", 0},
		{"h1", 7},
		{"a2", 8},
		{"d3", 19},
		{"D3", 19},
		{"a8", 56},
		{"h8", 63},
		{"H8", 63},
	}
	for _, tt := range tests {
		if got, err := ParseSquare(tt.text); err != nil || got != tt.want {
			t.Errorf("%q: %d, %v, want %d", tt.text, uint8(got), err, uint8(tt.want))
		}
	}
}

// TestParseSquareAcceptsNothingElse checks that, of all two-byte texts, only 64 squares
// in two cases are valid.
func TestParseSquareAcceptsNothingElse(t *testing.T) {
	taken := 0
	for first := range 256 {
		for second := range 256 {
			text := string([]byte{byte(first), byte(second)})
			s, err := ParseSquare(text)
			if err == nil {
				taken++
				continue
			}
			notSquare(t, text, s, err)
		}
	}
	if taken != 128 {
		t.Errorf("%d texts are squares, want 128", taken)
	}
	for _, text := range []string{"", "d", "3", "d33", " d3", "d3 ", "3d", "d9", "i1", "--", "d\x00", "ｄ３", "d３"} {
		s, err := ParseSquare(text)
		notSquare(t, text, s, err)
	}
}

func notSquare(t *testing.T, text string, s Square, err error) {
	t.Helper()
	var notation *NotationError
	if s != NoSquare || !errors.As(err, &notation) || notation.Text != text {
		t.Errorf("%q: %v, error %v", text, s, err)
	}
}

func TestNotationError(t *testing.T) {
	_, err := ParseSquare("i\n")
	if got, want := err.Error(), `"i\n" is not a square`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestSquareAtPanicsOffTheBoard(t *testing.T) {
	for _, at := range [][2]int{{-1, 0}, {8, 0}, {0, -1}, {0, 8}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("SquareAt(%d, %d) gives a square", at[0], at[1])
				}
			}()
			SquareAt(at[0], at[1])
		}()
	}
}

func TestNoSquare(t *testing.T) {
	if NoSquare.Valid() || NoSquare.String() != "-" || Bitboard(^uint64(0)).Has(NoSquare) {
		t.Errorf("NoSquare is valid: %v, written %q", NoSquare.Valid(), NoSquare)
	}
}
