package render

import (
	"strings"

	"othellobot/rules"
)

// Emoji draws the view as a line of column letters and eight lines with a digit and eight
// symbols, separated by "\n". With a theme of [Themes] it has at most 200 characters in
// UTF-16, or 1600 in shortcodes. With a [TileTheme] with codes of up to 26 characters it
// has at most 1722.
func Emoji(v View, t Theme, s Surface) string {
	symbols := t.symbols()
	for i := range symbols {
		symbols[i] = s.spell(symbols[i])
	}
	c := s.coordinates()
	return grid(v, c.header, c.rows, symbols)
}

// grid writes a header, and for each row of the board its label and symbols.
func grid(v View, header string, labels [8]string, symbols [cellKinds]string) string {
	var text strings.Builder
	text.Grow(len(header) + 80*len(symbols[cellEmpty])) // usually enough for all symbols and labels
	text.WriteString(header)
	for square := range rules.NoSquare {
		if square.Column() == 0 {
			text.WriteByte('\n')
			text.WriteString(labels[square.Row()])
		}
		text.WriteString(symbols[v.cell(square)])
	}
	return text.String()
}
