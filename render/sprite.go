package render

import (
	"image"

	"othellobot/rules"
)

const shadowInk ink = 0x00000050

// measures holds the side of a square and the radii of its marks and discs, in pixels.
type measures struct {
	side                            int
	hint, last, face, disc, flipped float32
}

var cellMeasures = measures{side: cellSize - 1, hint: 6, last: 5.5, face: 18, disc: 20, flipped: 22}

// drawSprite draws the contents of a square, without the square itself.
func drawSprite(kind cell, m measures, p palette, hint ink) *image.RGBA {
	middle := float32(m.side) / 2
	sprite := image.NewRGBA(image.Rect(0, 0, m.side, m.side))
	color := rules.Black
	switch kind {
	case cellHint:
		paintCircle(sprite, middle, middle, m.hint, hint)
		return sprite
	case cellWhite, cellWhiteLast, cellWhiteFlipped:
		color = rules.White
	}
	light := m.disc / 40 // offset of highlights and shadows, for light from the upper left
	paintCircle(sprite, middle+2*light, middle+3.5*light, m.disc+light, shadowInk)
	if kind == cellBlackFlipped || kind == cellWhiteFlipped {
		paintCircle(sprite, middle, middle, m.flipped, p.flipped)
	}
	paintCircle(sprite, middle, middle, m.disc, p.edge[color])
	paintCircle(sprite, middle-light, middle-1.5*light, m.face, p.face[color])
	if kind == cellBlackLast || kind == cellWhiteLast {
		paintCircle(sprite, middle, middle, m.last, p.last)
	}
	return sprite
}
