package render

import "othellobot/rules"

// Theme is a set of symbols for the squares of an emoji grid. One that has only a name, and
// the zero value, draw as classic does. It is a comparable value.
type Theme struct {
	Name    string
	Symbols [cellKinds]string // by what is to be seen on a square, as in a [Tile]; all or none
}

// Themes gives the themes there are, in the order to offer them. Classic has the colours of the
// game; its black discs vanish on some dark backgrounds. Moon is dark and light, visible on all;
// the disc placed last has a face. Vivid has the greatest contrast on every background, and for
// every kind of colour vision.
func Themes() []Theme {
	return []Theme{
		{"classic", classic},
		{"moon", [cellKinds]string{"🟩", "🟦", "🌑", "🌕", "🌚", "🌝", "🌑", "🌕"}},
		{"vivid", [cellKinds]string{"🟦", "🟩", "🔴", "🟡", "🔴", "🟡", "🔴", "🟡"}},
	}
}

var classic = [cellKinds]string{"🟩", "🟦", "⚫", "⚪", "⚫", "⚪", "⚫", "⚪"}

// ThemeNamed gives the theme of that name, exactly as written. Without one it
// gives the zero theme and false.
func ThemeNamed(name string) (Theme, bool) {
	for _, t := range Themes() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

// Disc gives the symbol to pair with the name of a colour, as in a score line.
// It is empty if the discs are black and white already, as in classic and in a
// theme named tiles, so that the name says enough.
func (t Theme) Disc(c rules.Color) string {
	symbols := t.symbols()
	if t.Name == tilesName || symbols[cellBlack] == classic[cellBlack] {
		return ""
	}
	return symbols[cellBlack+cell(c)]
}

// MarksFlips reports whether the board shows which discs were turned over last.
func (t Theme) MarksFlips() bool { return t.Name == tilesName }

// symbols are the symbols by kind of cell.
func (t Theme) symbols() [cellKinds]string {
	if t.Symbols[cellEmpty] == "" {
		return classic
	}
	return t.Symbols
}
