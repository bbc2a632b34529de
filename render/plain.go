package render

// PlainReplacements returns arguments for [strings.NewReplacer] that translate emoji grids to text.
// Each pair holds a symbol as a [Surface] spells it, and the characters of [Text] for it.
// Where themes use one symbol for different empty squares, the first translation wins.
func PlainReplacements() (pairs []string) {
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
	return append(pairs, "🔳", " ", ":white_square_button:", " ")
}
