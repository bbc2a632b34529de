package rules

import (
	"strings"
	"testing"
)

// TestCheckIfMoveIsLegal runs the two published examples of the problem "Check if Move is Legal"
// (https://leetcode.com/problems/check-if-move-is-legal). The side to move must not matter.
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

func TestCheckRays(t *testing.T) {
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
