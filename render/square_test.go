package render

import (
	"strings"
	"testing"

	"othellobot/rules"
)

// TestSquares compares the squares with the text board and the emoji grid.
func TestSquares(t *testing.T) {
	v := midgameView(t)
	text, grid := "", ""
	for _, row := range Squares(v, named("moon")) {
		text += "\n"
		for _, s := range row {
			text += " " + string(s.Char)
			grid += s.Symbol
			if at, err := rules.ParseSquare(s.Name); err != nil || s.Tile != "" {
				t.Errorf("%+v, %v", s, err)
			} else if tiled := Squares(v, named("classic"))[at.Row()][at.Column()]; tiled.Tile != tileNames[v.cell(at)] {
				t.Errorf("%+v", tiled)
			}
		}
	}
	for i, line := range strings.Split(Text(v), "\n")[1:] {
		if got := strings.Split(text, "\n")[i+1]; line[2:] != got {
			t.Errorf("row %d is %q, want %q", i+1, got, line[2:])
		}
	}
	if want := Emoji(v, named("moon"), SurfaceLetters); strings.Map(symbolsOnly, want) != grid {
		t.Errorf("the symbols are %s, want those of\n%s", grid, want)
	}
}

func symbolsOnly(r rune) rune {
	if r < 0x80 {
		return -1
	}
	return r
}
