package render

// Plain returns the symbols of emoji grids, as every [Surface] spells them, each before the
// characters of [Text] for it: the arguments of [strings.NewReplacer]. Themes that use a
// symbol for different empty squares are not told apart.
func Plain() (pairs []string) {
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
