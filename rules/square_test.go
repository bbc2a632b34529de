package rules

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
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

// TestParseSquareAcceptsNothingElse checks that only the 64 squares, in either case, are valid
// among all texts of two bytes.
func TestParseSquareAcceptsNothingElse(t *testing.T) {
	taken := 0
	for first := range 256 {
		for second := range 256 {
			text := string([]byte{byte(first), byte(second)})
			s, err := ParseSquare(text)
			if err == nil && s.String() == strings.ToLower(text) {
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

func TestBitboard(t *testing.T) {
	for _, tt := range []struct {
		squares []Square
		text    string
		first   Square
	}{
		{nil, "", NoSquare},
		{[]Square{0}, "a1", 0},
		{[]Square{63}, "h8", 63},
		{[]Square{63, 0}, "a1 h8", 0},
		{[]Square{44, 19, 37, 26, 19}, "d3 c4 f5 e6", 19},
	} {
		b := SetOf(tt.squares...)
		if got := b.String(); got != tt.text {
			t.Errorf("%v is written %q", tt.squares, got)
		}
		if got := b.First(); got != tt.first {
			t.Errorf("first of %v: %v", b, got)
		}
		if b.IsEmpty() != (len(tt.squares) == 0) {
			t.Errorf("%v is empty: %v", b, b.IsEmpty())
		}
		for _, s := range tt.squares {
			if !b.Has(s) {
				t.Errorf("%v has no %v", b, s)
			}
		}
	}
}

func TestBitboardSquares(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		b := Bitboard(dice.Uint64())
		squares := slices.Collect(b.Squares())
		if !slices.IsSorted(squares) || SetOf(squares...) != b {
			t.Fatalf("%x goes through %v", uint64(b), squares)
		}
		if want := bits.OnesCount64(uint64(b)); len(squares) != want || b.Len() != want {
			t.Fatalf("%x has %d squares, length %d, want %d", uint64(b), len(squares), b.Len(), want)
		}
		for s := range NoSquare {
			if b.Has(s) != slices.Contains(squares, s) {
				t.Fatalf("%x has %v: %v", uint64(b), s, b.Has(s))
			}
		}
	}
}

func TestBitboardSquaresStops(t *testing.T) {
	seen := 0
	for s := range SetOf(3, 5, 9).Squares() {
		seen++
		if s == 5 {
			break
		}
	}
	if seen != 2 {
		t.Errorf("the loop saw %d squares, want 2", seen)
	}
}
