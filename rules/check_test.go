package rules

import (
	"strings"
	"testing"
)

// TestCheckIfMoveIsLegal runs the two published examples of the problem "Check if Move is
// Legal" (https://leetcode.com/problems/check-if-move-is-legal). The side to move must
// not matter.
func TestCheckIfMoveIsLegal(t *testing.T) {
	first := board(t, `
		...B....
		...W....
		...W....
		...W....
		WBB.WWWB
		...B....
		...B....
		...W....`, White)
	if !first.Check(Black, SquareAt(3, 4)).Legal() {
		t.Error("example 1 is not legal")
	}
	second := board(t, `
		........
		.B..W...
		..W.....
		...WB...
		........
		....BW..
		......W.
		.......B`, Black)
	if second.Check(White, SquareAt(4, 4)).Legal() {
		t.Error("example 2 is legal")
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name   string
		board  string // Black's move is checked
		square string
		flips  string // empty if the move is illegal
	}{
		{"no disc near", "XO------" + rows(7), "e5", ""},
		{"one disc flips", "XO------" + rows(7), "c1", "b1"},
		{"own disc at once", "XX------" + rows(7), "c1", ""},
		{"edge behind the run", "-OOOOOOO" + rows(7), "a1", ""},
		{"corner behind the run", "--------" + "-O------" + "O-------" + rows(5), "c1", ""},
		{"gap in the run", "XO-O----" + rows(7), "e1", ""},
		{"gap before the own disc", "X-OO----" + rows(7), "e1", ""},
		{"gap at once", "XOO-----" + rows(7), "e1", ""},
		{"row full but for one, to the east", "-OOOOOOX" + rows(7), "a1", "b1 c1 d1 e1 f1 g1"},
		{"row full but for one, to the west", "XOOOOOO-" + rows(7), "h1", "b1 c1 d1 e1 f1 g1"},
		{"row full but for one, both ways", "XOO-OOOX" + rows(7), "d1", "b1 c1 e1 f1 g1"},
		{"column full but for one", rows(1) + strings.Repeat("O-------", 6) + "X-------", "a1", "a2 a3 a4 a5 a6 a7"},
		{
			"main diagonal full but for one",
			"--------" + "-O------" + "--O-----" + "---O----" + "----O---" + "-----O--" + "------O-" + "-------X",
			"a1", "b2 c3 d4 e5 f6 g7",
		},
		{
			"other diagonal full but for one",
			"-------X" + "------O-" + "-----O--" + "----O---" + "---O----" + "--O-----" + "-O------" + "--------",
			"a8", "g2 f3 e4 d5 c6 b7",
		},
		{"the run stops at the first own disc", "XOXOO---" + rows(7), "f1", "d1 e1"},
		{"no way round the edge to the next row", "------OO" + "X-------" + rows(6), "f1", ""},
		{"no way round the edge to the row before", "-------X" + "OO------" + rows(6), "c2", ""},
		{"no way round the edge, diagonally", rows(1) + "-------O" + "--------" + "O-------" + "-X------" + rows(3), "g1", ""},
		{"no way round from the bottom to the top", "X-------" + rows(5) + "--------" + "O-------", "a7", ""},
		{
			"nineteen discs, the most there can be",
			"X--X--X-" + "-O-O-O--" + "--OOO---" + "XOO-OOOX" + "--OOO---" + "-O-O-O--" + "X--O--O-" + "---X---X",
			"d4", "b2 d2 f2 c3 d3 e3 b4 c4 e4 f4 g4 c5 d5 e5 b6 d6 f6 d7 g7",
		},
		{"occupied by an own disc", "XOX-----" + rows(7), "c1", ""},
		{"occupied by an opposing disc", "XOO-----" + rows(7), "c1", ""},
		{"full board", "XO" + strings.Repeat("X", 62), "b1", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, s := board(t, tt.board, Black), square(t, tt.square)
			verdict := p.Check(Black, s)
			if verdict.Legal() != (tt.flips != "") || verdict.Flips != squares(t, tt.flips) {
				t.Errorf("legal %v, flips %v, want %v", verdict.Legal(), verdict.Flips, tt.flips)
			}
			if got := p.Flips(s); got != verdict.Flips {
				t.Errorf("Flips says %v", got)
			}
			if got := p.Legal().Has(s); got != verdict.Legal() {
				t.Errorf("Legal says %v", got)
			}
		})
	}
}

// TestCheckTellsTheReasons checks a square with every kind of ray around it.
func TestCheckTellsTheReasons(t *testing.T) {
	p := board(t, `
		- - - - - - - -
		- - - O - - - -
		- - - O - - - -
		O O O - X - - -
		- - O O O - - -
		- - - X - O - -
		- - - - - - X -
		- - - - - - - -`, White)
	v := p.Check(Black, square(t, "d4"))
	want := Verdict{
		Color: Black, Square: square(t, "d4"), Flips: squares(t, "d5 e5 f6"),
		Rays: [8]Ray{
			North:     {North, squares(t, "d3 d2"), EndEmpty, square(t, "d1")},
			NorthEast: {NorthEast, 0, EndEmpty, square(t, "e3")},
			East:      {East, 0, EndOwn, square(t, "e4")},
			SouthEast: {SouthEast, squares(t, "e5 f6"), EndOwn, square(t, "g7")},
			South:     {South, squares(t, "d5"), EndOwn, square(t, "d6")},
			SouthWest: {SouthWest, squares(t, "c5"), EndEmpty, square(t, "b6")},
			West:      {West, squares(t, "c4 b4 a4"), EndEdge, NoSquare},
			NorthWest: {NorthWest, 0, EndEmpty, square(t, "c3")},
		},
	}
	if v != want {
		t.Errorf("got  %+v\nwant %+v", v, want)
	}
	for _, ray := range v.Rays {
		if got, want := ray.Closed(), ray.Direction == South || ray.Direction == SouthEast; got != want {
			t.Errorf("%v: closed is %v", ray.Direction, got)
		}
	}
}

func TestDirectionNames(t *testing.T) {
	want := "north northeast east southeast south southwest west northwest"
	var names []string
	for d := North; d <= NorthWest; d++ {
		names = append(names, d.String())
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("directions: %s", got)
	}
}
