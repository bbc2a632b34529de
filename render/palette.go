package render

// Colors is the colour scheme of a picture. Discs have a contrast of at least 3:1 with
// the felt and with each other, as https://www.w3.org/TR/WCAG22/#non-text-contrast
// requires.
type Colors uint8

// The colour schemes.
const (
	ColorsGreen  Colors = iota // black and white on green
	ColorsNight                // dark and pale on blue-grey
	ColorsVivid                // red and yellow on navy
	colorSchemes               // the number of colour schemes
)

// Colors returns the picture colours that go with the theme.
func (t Theme) Colors() Colors {
	switch t.Name {
	case "moon":
		return ColorsNight
	case "vivid":
		return ColorsVivid
	default:
		return ColorsGreen
	}
}

type palette struct {
	frame, label, felt, line ink
	edge, face, hint         [2]ink // of Black's and White's discs
	last, flipped, better    ink    // marks
}

var palettes = [colorSchemes]palette{
	ColorsGreen: {
		frame: 0x1f2a25ff, label: 0xd5ded6ff, felt: 0x2f865aff, line: 0x1b5739ff,
		edge: [2]ink{0x0a0c0bff, 0xb4bab4ff}, face: [2]ink{0x272b29ff, 0xf6f6f1ff},
		hint: [2]ink{0x0a0c0b9c, 0xffffffb4},
		last: 0xe5483dff, flipped: 0xffd95cff, better: 0xd2f1ffff,
	},
	ColorsNight: {
		frame: 0x20262fff, label: 0xd5dbe4ff, felt: 0x5d7698ff, line: 0x3b4d68ff,
		edge: [2]ink{0x06080aff, 0xcfae5cff}, face: [2]ink{0x1a1d21ff, 0xffeaadff},
		hint: [2]ink{0x06080aa8, 0xffeaadc0},
		last: 0xd63a2eff, flipped: 0xffffffff, better: 0xffffffff,
	},
	ColorsVivid: {
		frame: 0x0a1122ff, label: 0xd5dbe4ff, felt: 0x14213dff, line: 0x33456eff,
		edge: [2]ink{0x9c1526ff, 0xc99a0cff}, face: [2]ink{0xdd2e44ff, 0xffd83dff},
		hint: [2]ink{0xdd2e44e0, 0xffd83dc0},
		last: 0x0a1122ff, flipped: 0xffffffff, better: 0x7fe3ffff,
	},
}

// palette returns the inks of a colour scheme, or those of [ColorsGreen] if it is
// unknown.
func (c Colors) palette() palette {
	if c >= colorSchemes {
		c = ColorsGreen
	}
	return palettes[c]
}
