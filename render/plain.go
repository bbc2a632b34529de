package render

import "strings"

// Plain returns a replacer that writes emoji grids of all [Themes], as every [Surface] spells
// them, with the characters of [Text]. What vivid shows for an empty square is elsewhere one
// that may be played, so that these two can be mistaken for each other.
func Plain() *strings.Replacer {
	var pairs []string
	for _, s := range []Surface{SurfaceKeycaps, SurfaceShortcodes} {
		for _, t := range Themes() {
			for kind, symbol := range t.symbols() {
				pairs = append(pairs, s.spell(symbol), textSymbols[kind:kind+1])
			}
		}
		for row, label := range s.coordinates().rows {
			pairs = append(pairs, label, string(rune('1'+row))+" ")
		}
	}
	for column := range 8 {
		letter := string(rune('a' + column))
		pairs = append(pairs, string(rune('🇦'+column)), letter+" ", ":alphabet-white-"+letter+":", letter+" ")
	}
	return strings.NewReplacer(append(pairs, "🔳", " ", ":white_square_button:", " ")...)
}
