package rules

import (
	"slices"
	"testing"
)

// transform is one of the eight ways to turn and mirror a board.
type transform struct {
	name string
	cell func(file, rank int) (int, int)
}

var transforms = []transform{
	{"same", func(f, r int) (int, int) { return f, r }},
	{"quarter turn", func(f, r int) (int, int) { return 7 - r, f }},
	{"half turn", func(f, r int) (int, int) { return 7 - f, 7 - r }},
	{"three quarter turn", func(f, r int) (int, int) { return r, 7 - f }},
	{"left to right", func(f, r int) (int, int) { return 7 - f, r }},
	{"top to bottom", func(f, r int) (int, int) { return f, 7 - r }},
	{"main diagonal", func(f, r int) (int, int) { return r, f }},
	{"other diagonal", func(f, r int) (int, int) { return 7 - r, 7 - f }},
}

func (t transform) square(s Square) Square { return SquareAt(t.cell(s.File(), s.Rank())) }

func (t transform) set(b Bitboard) (turned Bitboard) {
	for s := range b.Squares() {
		turned |= SetOf(t.square(s))
	}
	return turned
}

func (t transform) position(p Position) Position {
	return Position{Black: t.set(p.Black), White: t.set(p.White), ToMove: p.ToMove}
}

func TestTransformsAreEight(t *testing.T) {
	var seen []Bitboard
	lopsided := SetOf(0, 1, 10) // a1, b1, c2
	for _, turn := range transforms {
		turned := turn.set(lopsided)
		if turned.Len() != 3 || slices.Contains(seen, turned) {
			t.Errorf("%s gives %v", turn.name, turned)
		}
		seen = append(seen, turned)
	}
}

// Moves know no direction: what holds for a board holds for the board turned.
func TestMovesTurnWithTheBoard(t *testing.T) {
	positions := append(reachable(10), scattered(400)...)
	for _, turn := range transforms {
		for _, p := range positions {
			turned := turn.position(p)
			if got, want := turned.Legal(), turn.set(p.Legal()); got != want {
				t.Fatalf("%s of %s: legal %v, want %v", turn.name, p.FormatBoard(AlphabetXO), got, want)
			}
			for s := range NoSquare {
				there := turn.square(s)
				if got, want := turned.Flips(there), turn.set(p.Flips(s)); got != want {
					t.Fatalf("%s of %s: %v flips %v, want %v", turn.name, p.FormatBoard(AlphabetXO), there, got, want)
				}
				next, err := p.Play(s)
				next2, err2 := turned.Play(there)
				if next2 != turn.position(next) || (err == nil) != (err2 == nil) {
					t.Fatalf("%s of %s: %v leads to %v", turn.name, p.FormatBoard(AlphabetXO), there, next2)
				}
			}
		}
	}
}

// Moves know no colour: with discs and turn exchanged, the same moves flip the
// same squares.
func TestMovesKnowNoColour(t *testing.T) {
	for _, p := range append(reachable(10), scattered(400)...) {
		swapped := Position{Black: p.White, White: p.Black, ToMove: p.ToMove.Opponent()}
		if swapped.Legal() != p.Legal() {
			t.Fatalf("legal differs in %s", p.FormatBoard(AlphabetXO))
		}
		for s := range NoSquare {
			if swapped.Flips(s) != p.Flips(s) {
				t.Fatalf("flips of %v differ in %s", s, p.FormatBoard(AlphabetXO))
			}
		}
	}
}
