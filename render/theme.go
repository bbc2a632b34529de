package render

import (
	"cmp"

	"othellobot/rules"
)

// Theme is a set of symbols for the squares of an emoji grid. It is a
// comparable value.
//
// A symbol for a disc placed last or turned over, if left empty, is that of any
// disc of the colour; any other left empty is that of the theme classic. So the
// zero value draws as classic does, and so does a theme that has only a name. A
// symbol may be any text that a surface shows two columns wide, such as the
// code of a picture of one's own.
type Theme struct {
	Name string

	Empty, Hint  string
	Black, White string

	BlackLast, WhiteLast       string // the disc placed last
	BlackFlipped, WhiteFlipped string // the discs turned over by it
}

// Themes gives the themes there are, in the order to offer them: classic,
// moon, vivid. The slice is the caller's own.
func Themes() []Theme { return []Theme{classic(), moon(), vivid()} }

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

// classic has the colours of the game. Its black discs vanish on some dark
// backgrounds.
func classic() Theme {
	return Theme{Name: "classic", Empty: "🟩", Hint: "🟦", Black: "⚫", White: "⚪"}
}

// moon is dark and light, visible on dark and light backgrounds; the disc
// placed last has a face.
func moon() Theme {
	return Theme{
		Name: "moon", Empty: "🟩", Hint: "🟦", Black: "🌑", White: "🌕",
		BlackLast: "🌚", WhiteLast: "🌝",
	}
}

// vivid has the greatest contrast on every background, and for every kind of
// colour vision.
func vivid() Theme {
	return Theme{Name: "vivid", Empty: "🟦", Hint: "🟩", Black: "🔴", White: "🟡"}
}

// Disc gives the symbol to pair with the name of a colour, as in a score line.
// It is empty if the discs are black and white already, as in classic and in a
// theme named tiles, so that the name says enough.
func (t Theme) Disc(c rules.Color) string {
	t = t.filled()
	if plain := classic(); t.Name == tilesName || t.Black == plain.Black && t.White == plain.White {
		return ""
	}
	if c == rules.Black {
		return t.Black
	}
	return t.White
}

// MarksFlips reports whether the board shows which discs were turned over last.
func (t Theme) MarksFlips() bool {
	return t.Name == tilesName || t.BlackFlipped != "" && t.WhiteFlipped != ""
}

// filled is the theme with all symbols it leaves empty.
func (t Theme) filled() Theme {
	plain := classic()
	t.Empty = cmp.Or(t.Empty, plain.Empty)
	t.Hint = cmp.Or(t.Hint, plain.Hint)
	t.Black = cmp.Or(t.Black, plain.Black)
	t.White = cmp.Or(t.White, plain.White)
	t.BlackLast = cmp.Or(t.BlackLast, t.Black)
	t.WhiteLast = cmp.Or(t.WhiteLast, t.White)
	t.BlackFlipped = cmp.Or(t.BlackFlipped, t.Black)
	t.WhiteFlipped = cmp.Or(t.WhiteFlipped, t.White)
	return t
}

// symbols are the symbols by kind of cell.
func (t Theme) symbols() [cellKinds]string {
	t = t.filled()
	return [cellKinds]string{
		cellEmpty: t.Empty, cellHint: t.Hint,
		cellBlack: t.Black, cellWhite: t.White,
		cellBlackLast: t.BlackLast, cellWhiteLast: t.WhiteLast,
		cellBlackFlipped: t.BlackFlipped, cellWhiteFlipped: t.WhiteFlipped,
	}
}
