package render

import (
	"strings"

	"othellobot/rules"
)

// Emoji draws the view as a grid of nine lines and nine columns: a line of column
// letters, then the rows with their digits. Lines are separated by "\n", without one at
// the end.
//
// With a theme of [Themes] the grid has at most 200 characters in UTF-16, or 1600 in
// shortcodes. With a [TileTheme] with codes of up to 26 characters it has at most 1722.
func Emoji(v View, t Theme, s Surface) string {
	symbols := t.symbols()
	longest := 0
	for i := range symbols {
		symbols[i] = s.spell(symbols[i])
		longest = max(longest, len(symbols[i]))
	}
	coordinates := s.coordinates()
	const longestRow = len(":seven:\n")

	var grid strings.Builder
	grid.Grow(len(coordinates.header) + 8*longestRow + 64*longest)
	grid.WriteString(coordinates.header)
	for square := range rules.NoSquare {
		if square.Column() == 0 {
			grid.WriteByte('\n')
			grid.WriteString(coordinates.rows[square.Row()])
		}
		grid.WriteString(symbols[v.cell(square)])
	}
	return grid.String()
}
