package render

import (
	"strings"

	"othellobot/rules"
)

// Emoji draws the view as a grid of nine lines and nine columns: a line of
// column letters, then the rows with their digits. Lines are parted by "\n",
// and the last one has none. With a theme of [Themes] the grid has at most 200
// characters in UTF-16, in shortcodes at most 1600; with a [TileTheme] whose
// codes have 26 characters at most 1722.
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
