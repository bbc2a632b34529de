package render

import "othellobot/rules"

// Square is one square of a board, for those who draw it themselves.
type Square struct {
	Name   string // "d3"
	Holds  byte   // as in [Text]: X, O, "." or "-"
	Symbol string // of the theme
	Tile   string // the name of the [Tile] that shows it; empty if the theme's discs are not black and white
}

// Squares gives the squares of a view by rows.
func Squares(v View, t Theme) (rows [8][8]Square) {
	symbols, tiles := t.symbols(), tileNames()
	if t.Disc(rules.Black) != "" {
		tiles = [cellKinds]string{}
	}
	for s := range rules.NoSquare {
		kind := v.cell(s)
		rows[s.Row()][s.Column()] = Square{s.String(), textSymbols[kind], symbols[kind], tiles[kind]}
	}
	return rows
}
