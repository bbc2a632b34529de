package rules

import (
	"slices"
	"testing"
)

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

// TestSymmetriesAreTheTransforms checks that each symmetry maps squares, sets and positions as one
// of transforms does, and that no two symmetries are the same transform.
func TestSymmetriesAreTheTransforms(t *testing.T) {
	taken := make(map[string]Symmetry)
	positions := append(reachable(10), scattered(400)...)
	for symmetry := range Symmetries {
		a1, b1 := symmetry.Square(0), symmetry.Square(1) // together they identify a transform
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
				t.Fatalf("%s of %s is %s", turn.name, p.FormatBoard(), got.FormatBoard())
			}
		}
	}
	if taken["same"] != 0 {
		t.Errorf("symmetry %d leaves a board as it is, want the zero value", taken["same"])
	}
}
