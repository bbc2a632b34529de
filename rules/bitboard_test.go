package rules

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBitboard(t *testing.T) {
	tests := []struct {
		squares []Square
		text    string
		first   Square
	}{
		{nil, "", NoSquare},
		{[]Square{0}, "a1", 0},
		{[]Square{63}, "h8", 63},
		{[]Square{63, 0}, "a1 h8", 0},
		{[]Square{44, 19, 37, 26, 19}, "d3 c4 f5 e6", 19},
	}
	for _, tt := range tests {
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

// TestBitboardSquaresStops checks that a loop over a set can end early.
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
