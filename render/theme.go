package render

import "othellobot/rules"

// Theme is a set of symbols for the squares of an emoji grid. A theme without symbols,
// such as the zero value, draws as classic. A Theme is comparable.
type Theme struct {
	Name    string
	Symbols [cellKinds]string // by contents of a square, as in a [Tile]; all or none
}

// Themes returns all themes, in the order for offering them. Classic has the colours of
// the game, but its black discs vanish on some dark backgrounds. Moon is dark and light,
// visible on all backgrounds; the last disc has a face. Vivid has the greatest contrast
// on every background, and for every kind of colour vision.
func Themes() []Theme {
	return []Theme{
		{"classic", classic},
		{"moon", [cellKinds]string{"🟩", "🟦", "🌑", "🌕", "🌚", "🌝", "🌑", "🌕"}},
		{"vivid", [cellKinds]string{"🟦", "🟩", "🔴", "🟡", "🔴", "🟡", "🔴", "🟡"}},
	}
}

var classic = [cellKinds]string{"🟩", "🟦", "⚫", "⚪", "⚫", "⚪", "⚫", "⚪"}

// ThemeNamed returns the theme with exactly this name, or the zero theme and false.
func ThemeNamed(name string) (Theme, bool) {
	for _, t := range Themes() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

// Disc returns the symbol to put next to the name of a colour, as in a score line. It is
// empty if the discs are black and white, because the name is then enough.
func (t Theme) Disc(c rules.Color) string {
	symbols := t.symbols()
	if t.Name == tilesName || symbols[cellBlack] == classic[cellBlack] {
		return ""
	}
	return symbols[cellBlack+cell(c)]
}

// MarksFlips reports whether the board shows the discs turned over last.
func (t Theme) MarksFlips() bool { return t.Name == tilesName }

func (t Theme) symbols() [cellKinds]string {
	if t.Symbols[cellEmpty] == "" {
		return classic
	}
	return t.Symbols
}
