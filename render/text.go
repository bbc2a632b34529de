package render

import (
	"strings"

	"othellobot/rules"
)

// textSymbols holds the characters of a text board by kind of cell.
const textSymbols = "-.XOXOXO"

// Text draws the view as nine lines of ASCII with coordinates. X is Black, O is White,
// "-" an empty square, and "." a square marked as playable. Lines are separated by "\n",
// without one at the end. The text needs a fixed-width font.
func Text(v View) string {
	const header = "   a b c d e f g h"
	var board strings.Builder
	board.Grow(len(header) + 8*len("\n1  - - - - - - - -"))
	board.WriteString(header)
	for square := range rules.NoSquare {
		if square.Column() == 0 {
			board.WriteByte('\n')
			board.WriteByte('1' + byte(square.Row()))
			board.WriteByte(' ')
		}
		board.WriteByte(' ')
		board.WriteByte(textSymbols[v.cell(square)])
	}
	return board.String()
}
