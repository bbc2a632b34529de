package render

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// ink is a [color.Color] as 0xRRGGBBAA, not premultiplied.
type ink uint32

func (i ink) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)}.RGBA()
}

func paintRectangle(picture draw.Image, r image.Rectangle, i ink) {
	draw.Draw(picture, r, image.NewUniform(i), image.Point{}, draw.Src)
}

// paintCircle paints a circle with a smooth edge. No coordinate may be negative. Parts outside the
// picture are left out.
func paintCircle(picture draw.Image, x, y, radius float32, i ink) {
	part := image.Rect(int(x-radius), int(y-radius), int(x+radius)+1, int(y+radius)+1).
		Intersect(picture.Bounds())
	x, y = x-float32(part.Min.X), y-float32(part.Min.Y)

	// A cubic curve with two handles of this length is within 0.03 % of a quarter circle.
	handle := 0.5523 * radius
	left, top, right, bottom := x-radius, y-radius, x+radius, y+radius
	circle := vector.NewRasterizer(part.Dx(), part.Dy())
	circle.MoveTo(x, top)
	circle.CubeTo(x+handle, top, right, y-handle, right, y)
	circle.CubeTo(right, y+handle, x+handle, bottom, x, bottom)
	circle.CubeTo(x-handle, bottom, left, y+handle, left, y)
	circle.CubeTo(left, y-handle, x-handle, top, x, top)
	circle.ClosePath()
	circle.Draw(picture, part, image.NewUniform(i), image.Point{})
}

func paintDiamond(picture draw.Image, x, y, radius float32, i ink) {
	paintPolygon(picture, i, [2]float32{x, y - radius}, [2]float32{x + radius, y}, [2]float32{x, y + radius}, [2]float32{x - radius, y})
}

// paintPolygon paints a polygon with smooth edges. No coordinate may be outside the picture.
func paintPolygon(picture draw.Image, i ink, corners ...[2]float32) {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low, high = [2]float32{min(low[0], c[0]), min(low[1], c[1])}, [2]float32{max(high[0], c[0]), max(high[1], c[1])}
	}
	part := image.Rect(int(low[0]), int(low[1]), int(high[0])+1, int(high[1])+1).Intersect(picture.Bounds())
	shape := vector.NewRasterizer(part.Dx(), part.Dy())
	left, top := float32(part.Min.X), float32(part.Min.Y)
	shape.MoveTo(corners[0][0]-left, corners[0][1]-top)
	for _, c := range corners[1:] {
		shape.LineTo(c[0]-left, c[1]-top)
	}
	shape.ClosePath()
	shape.Draw(picture, part, image.NewUniform(i), image.Point{})
}

// Colors is the colour scheme of a picture. Discs, lines and marks have a contrast of at least 3:1 with
// what is next to them (https://www.w3.org/TR/WCAG22/#non-text-contrast).
type Colors uint8

const (
	ColorsGreen  Colors = iota // black and white on green
	ColorsNight                // dark and pale on blue-grey
	ColorsVivid                // red and yellow on navy
	colorSchemes               // the number of colour schemes
)

type palette struct {
	frame, label, felt, line ink
	edge, face, hint         [2]ink // of Black's and White's discs
	last, flipped, better    ink    // marks
}

var palettes = [colorSchemes]palette{
	ColorsGreen: {
		frame: 0x1f2a25ff, label: 0xd5ded6ff, felt: 0x2f865aff, line: 0x0d3020ff,
		edge: [2]ink{0x0a0c0bff, 0xb4bab4ff}, face: [2]ink{0x272b29ff, 0xf6f6f1ff},
		hint: [2]ink{0x0a0c0b9c, 0xffffffb4},
		last: 0xe5483dff, flipped: 0xffd95cff, better: 0xd2f1ffff,
	},
	ColorsNight: {
		frame: 0x20262fff, label: 0xd5dbe4ff, felt: 0x5d7698ff, line: 0x1a2433ff,
		edge: [2]ink{0x06080aff, 0xcfae5cff}, face: [2]ink{0x1a1d21ff, 0xffeaadff},
		hint: [2]ink{0x06080aa8, 0xffeaadc0},
		last: 0xd63a2eff, flipped: 0xffffffff, better: 0xffffffff,
	},
	ColorsVivid: {
		frame: 0x0a1122ff, label: 0xd5dbe4ff, felt: 0x14213dff, line: 0x5a6fa3ff,
		edge: [2]ink{0x9c1526ff, 0xc99a0cff}, face: [2]ink{0xdd2e44ff, 0xffd83dff},
		hint: [2]ink{0xdd2e44e0, 0xffd83dc0},
		last: 0x0a1122ff, flipped: 0xffffffff, better: 0x7fe3ffff,
	},
}

func (c Colors) palette() palette { return palettes[c%colorSchemes] }

// CSS returns the colours as custom properties, for callers that draw a board with CSS.
func (c Colors) CSS() string {
	p := c.palette()
	return fmt.Sprintf("--frame:#%08x;--label:#%08x;--felt:#%08x;--grid:#%08x;--black:#%08x;--black-edge:#%08x;--white:#%08x;--white-edge:#%08x;--last:#%08x;--flipped:#%08x;--better:#%08x;--legal:#%08x",
		p.frame, p.label, p.felt, p.line, p.face[0], p.edge[0], p.face[1], p.edge[1], p.last, p.flipped, p.better, tileHint)
}

// pen writes on a picture, in one size and ink. Its font has Latin, Greek and Cyrillic letters.
type pen struct {
	font   *opentype.Font
	drawer font.Drawer
}

func newPen(picture draw.Image, i ink, pixels float64) *pen {
	parsed, invalid := opentype.Parse(gobold.TTF)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: pixels, DPI: 72})
	if err := cmp.Or(invalid, err); err != nil {
		panic("render: the font built in: " + err.Error()) // the font is part of the program
	}
	return &pen{parsed, font.Drawer{Dst: picture, Src: image.NewUniform(i), Face: face}}
}

// centre, left and right write a text centred at x, beginning at x, or ending at x. y is its baseline.
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

// fit shortens a text to a width in pixels. It returns an empty text if the font lacks a letter,
// because the font would show a box instead.
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
