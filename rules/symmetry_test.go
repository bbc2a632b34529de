package rules

import (
	"slices"
	"testing"
)

// transform is one of the eight ways to turn and mirror a board.
type transform struct {
	name string
	cell func(column, row int) (int, int)
}

var transforms = []transform{
	{"same", func(c, r int) (int, int) { return c, r }},
	{"quarter turn", func(c, r int) (int, int) { return 7 - r, c }},
	{"half turn", func(c, r int) (int, int) { return 7 - c, 7 - r }},
	{"three quarter turn", func(c, r int) (int, int) { return r, 7 - c }},
	{"left to right", func(c, r int) (int, int) { return 7 - c, r }},
	{"top to bottom", func(c, r int) (int, int) { return c, 7 - r }},
	{"main diagonal", func(c, r int) (int, int) { return r, c }},
	{"other diagonal", func(c, r int) (int, int) { return 7 - r, 7 - c }},
}

func (t transform) square(s Square) Square { return SquareAt(t.cell(s.Column(), s.Row())) }

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

// The symmetries are the eight transforms. Each symmetry matches one transform for squares, sets
// and positions, and no two match the same one.
func TestSymmetriesAreTheTransforms(t *testing.T) {
	taken := make(map[string]Symmetry)
	positions := append(reachable(10), scattered(400)...)
	for symmetry := range Symmetries {
		a1, b1 := symmetry.Square(0), symmetry.Square(1) // no two transforms agree about both
		i := slices.IndexFunc(transforms, func(turn transform) bool { return turn.square(0) == a1 && turn.square(1) == b1 })
		if i < 0 {
			t.Fatalf("symmetry %d puts a1 on %v and b1 on %v", symmetry, a1, b1)
		}
		turn := transforms[i]
		if other, again := taken[turn.name]; again {
			t.Fatalf("symmetries %d and %d are both %s", other, symmetry, turn.name)
		}
		taken[turn.name] = symmetry
		for s := range NoSquare {
			if got, want := symmetry.Square(s), turn.square(s); got != want {
				t.Fatalf("%s: %v goes to %v, want %v", turn.name, s, got, want)
			}
			if got, want := symmetry.Bitboard(SetOf(s)), SetOf(turn.square(s)); got != want {
				t.Fatalf("%s: the set of %v goes to %v, want %v", turn.name, s, got, want)
			}
		}
		for _, p := range positions {
			if got, want := symmetry.Position(p), turn.position(p); got != want {
				t.Fatalf("%s of %s is %s", turn.name, p.FormatBoard(AlphabetXO), got.FormatBoard(AlphabetXO))
			}
		}
	}
	if taken["same"] != 0 {
		t.Errorf("symmetry %d leaves a board as it is, want the zero value", taken["same"])
	}
}

// Turning a board turns its moves.
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

// Swapping the colours and the side to move leaves the moves and their flips unchanged.
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
