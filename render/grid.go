package render

import (
	"slices"
	"strings"

	"othellobot/rules"
)

// Emoji draws the view as a line of column letters and eight lines with a digit and eight symbols.
// With a theme of [Themes], the result has at most 200 characters in UTF-16, or 1600 in shortcodes.
// On [SurfaceKeycaps], with tile codes of up to 26 characters, it has at most 1722.
func Emoji(v View, t Theme, s Surface) string {
	symbols := t.symbols()
	for i := range symbols {
		symbols[i] = s.spell(symbols[i])
	}
	return grid(v, allCoordinates[s].header, allCoordinates[s].rows, symbols)
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

const textSymbols = "-.XOXOXO" // by kind of cell

// Text draws the view as nine lines of ASCII with coordinates, for a fixed-width font. X is Black, O
// is White, "-" an empty square, and "." a square marked as playable.
func Text(v View) string {
	letters := allCoordinates[SurfaceLetters]
	return grid(v, " "+letters.header, letters.rows, [cellKinds]string{" -", " .", " X", " O", " X", " O", " X", " O"})
}

// Surface is a kind of place that shows an emoji grid. Each surface has its own coordinates,
// chosen to line up with the symbols there.
type Surface uint8

const (
	// SurfaceKeycaps shows emoji characters in a proportional font.
	SurfaceKeycaps Surface = iota

	// SurfaceShortcodes takes ASCII text with emoji names such as ":black_circle:".
	SurfaceShortcodes

	// SurfaceLetters shows emoji characters in a fixed-width font, such as in a terminal.
	// Discs are two cells wide there. Regional indicators and keycaps are not.
	SurfaceLetters
)

// coordinates holds the first line of a grid and the beginnings of its other lines.
type coordinates struct {
	header string
	rows   [8]string
}

// allCoordinates keeps regional indicators apart by a zero-width space. Two adjacent ones would
// make a flag: 🇨 and 🇩 that of DR Congo, 🇬 and 🇭 that of Ghana.
var allCoordinates = [...]coordinates{
	SurfaceKeycaps: {
		"🔳🇦\u200b🇧\u200b🇨\u200b🇩\u200b🇪\u200b🇫\u200b🇬\u200b🇭",
		[8]string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣"},
	},
	SurfaceShortcodes: {
		":white_square_button:" +
			":alphabet-white-a::alphabet-white-b::alphabet-white-c::alphabet-white-d:" +
			":alphabet-white-e::alphabet-white-f::alphabet-white-g::alphabet-white-h:",
		[8]string{":one:", ":two:", ":three:", ":four:", ":five:", ":six:", ":seven:", ":eight:"},
	},
	SurfaceLetters: {"  a b c d e f g h", [8]string{"1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 "}},
}

// spell returns a symbol as the surface spells it. Symbols of tiles stay unchanged.
func (s Surface) spell(symbol string) string {
	if name, ok := shortcodes[symbol]; ok && s == SurfaceShortcodes {
		return name
	}
	return symbol
}

// shortcodes holds the names of https://github.com/iamcal/emoji-data.
var shortcodes = map[string]string{
	"🟩": ":large_green_square:", "🟦": ":large_blue_square:",
	"⚫": ":black_circle:", "⚪": ":white_circle:", "🔴": ":red_circle:", "🟡": ":large_yellow_circle:",
	"🌑": ":new_moon:", "🌕": ":full_moon:", "🌚": ":new_moon_with_face:", "🌝": ":full_moon_with_face:",
}

// Square is one square of a board, for callers that draw it themselves.
type Square struct {
	Name string // such as "d3"
	Char byte   // as in [Text]: X, O, "." or "-"
	Tile string // the name of the [Tile] with its contents
}

// Squares returns the squares of a view, by row.
func Squares(v View) (rows [8][8]Square) {
	for s := range rules.NoSquare {
		kind := v.cell(s)
		rows[s.Row()][s.Column()] = Square{s.String(), textSymbols[kind], tileNames[kind]}
	}
	return rows
}

// PlainReplacements returns arguments for [strings.NewReplacer] that translate emoji grids to text.
// Where themes use one symbol for different squares, the first translation wins.
func PlainReplacements() (pairs []string) {
	for _, s := range []Surface{SurfaceKeycaps, SurfaceShortcodes} {
		for _, t := range Themes() {
			for kind, symbol := range t.symbols() {
				pairs = append(pairs, s.spell(symbol), textSymbols[kind:kind+1])
			}
		}
		for row, label := range allCoordinates[s].rows {
			pairs = append(pairs, label, string(rune('1'+row))+" ")
		}
	}
	for column := range 8 {
		letter := string(rune('a' + column))
		pairs = append(pairs, string(rune('🇦'+column)), letter+" ", ":alphabet-white-"+letter+":", letter+" ")
	}
	return append(pairs, "🔳", " ", ":white_square_button:", " ")
}

// TileText returns the character of [Text] for a tile, or a space if the name is unknown.
func TileText(name string) string {
	if kind := slices.Index(tileNames[:], name); kind >= 0 {
		return textSymbols[kind : kind+1]
	}
	return " "
}
