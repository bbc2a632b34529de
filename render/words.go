package render

import (
	"strings"

	"othellobot/rules"
)

// Words tells the view in sentences on one line, for those who hear the board
// instead of seeing it: where the discs of each side are, who is to move or
// that the game is over, and the squares marked as playable, if any. Squares
// come in reading order.
//
//	Black: e4 d5. White: d4 e5. Black to move. You may play: d3 c4 f5 e6.
func Words(v View) string {
	const longest = len("Black: . White: . The game is over. You may play: .") + 64*len(" a1")
	p := v.Position
	var words strings.Builder
	words.Grow(longest)
	writeSquares(&words, "Black:", p.Black)
	writeSquares(&words, " White:", p.White)
	if v.Ended || p.Over() {
		words.WriteString(" The game is over.")
	} else {
		words.WriteByte(' ')
		words.WriteString(p.ToMove.String())
		words.WriteString(" to move.")
	}
	if hints := v.Hints & p.Empties(); !hints.IsEmpty() {
		writeSquares(&words, " You may play:", hints)
	}
	return words.String()
}

// writeSquares writes a sentence that lists squares.
func writeSquares(words *strings.Builder, title string, squares rules.Bitboard) {
	words.WriteString(title)
	if squares.IsEmpty() {
		words.WriteString(" none")
	}
	for s := range squares.Squares() {
		words.WriteByte(' ')
		words.WriteString(s.String())
	}
	words.WriteByte('.')
}
