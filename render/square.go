package render

import "othellobot/rules"

// Square is one square of a board, for callers that draw it themselves.
type Square struct {
	Name   string // such as "d3"
	Char   byte   // as in [Text]: X, O, "." or "-"
	Symbol string // of the theme
	Tile   string // the name of its [Tile]; empty if the theme's discs are not black and white
}

// Squares returns the squares of a view, by row.
func Squares(v View, t Theme) (rows [8][8]Square) {
	symbols, tiles := t.symbols(), tileNames
	if t.Disc(rules.Black) != "" {
		tiles = [cellKinds]string{}
	}
	for s := range rules.NoSquare {
		kind := v.cell(s)
		rows[s.Row()][s.Column()] = Square{s.String(), textSymbols[kind], symbols[kind], tiles[kind]}
	}
	return rows
}
