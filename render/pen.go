package render

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// pen writes on a picture, in one size and ink. Its font has the Latin, Greek and
// Cyrillic alphabets.
type pen struct {
	font   *opentype.Font
	drawer font.Drawer
}

func newPen(picture draw.Image, i ink, pixels float64) *pen {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic("render: the font built in: " + err.Error()) // the font is part of the program
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: pixels, DPI: 72})
	if err != nil {
		panic("render: the font built in: " + err.Error())
	}
	return &pen{parsed, font.Drawer{Dst: picture, Src: image.NewUniform(i), Face: face}}
}

// centre, left and right write a text centred at x, beginning at x, or ending at x. Its
// baseline is at y.
func (p *pen) centre(text string, x, y int) {
	p.drawer.Dot = fixed.P(x, y)
	p.drawer.Dot.X -= p.drawer.MeasureString(text) / 2
	p.drawer.DrawString(text)
}

func (p *pen) left(text string, x, y int) {
	p.drawer.Dot = fixed.P(x, y)
	p.drawer.DrawString(text)
}

func (p *pen) right(text string, x, y int) { p.left(text, x-p.width(text), y) }

func (p *pen) width(text string) int { return p.drawer.MeasureString(text).Ceil() }

// fit shortens a text to a width in pixels. It returns an empty text if the font lacks one of
// its letters, because the font would show a box instead.
func (p *pen) fit(text string, width int) string {
	var buffer sfnt.Buffer
	for _, r := range text {
		if glyph, err := p.font.GlyphIndex(&buffer, r); err != nil || glyph == 0 {
			return ""
		}
	}
	if p.width(text) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.width(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}
