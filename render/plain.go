package render

import (
	"slices"
	"strings"
)

// Plain replaces the emoji grids in a text, as every [Surface] spells them, with the characters
// of [Text]. The discs show which of the [Themes] a text uses.
func Plain(text string) string {
	has := func(symbol string) bool {
		return symbol != "" && (strings.Contains(text, symbol) || strings.Contains(text, shortcode(symbol)))
	}
	themes := Themes()
	at := slices.IndexFunc(themes, func(t Theme) bool {
		return slices.ContainsFunc([]string{t.Black, t.White, t.BlackLast, t.WhiteLast}, has)
	})
	if at < 0 {
		return text
	}
	var pairs []string
	for _, s := range []Surface{SurfaceKeycaps, SurfaceShortcodes} {
		for kind, symbol := range themes[at].symbols() {
			pairs = append(pairs, s.spell(symbol), textSymbols[kind:kind+1])
		}
		for row, label := range s.coordinates().rows {
			pairs = append(pairs, label, string(rune('1'+row))+" ")
		}
	}
	for column := range 8 {
		letter := string(rune('a' + column))
		pairs = append(pairs, string(rune('🇦'+column)), letter+" ", ":alphabet-white-"+letter+":", letter+" ")
	}
	return strings.NewReplacer(append(pairs, "🔳", " ", ":white_square_button:", " ")...).Replace(text)
}
