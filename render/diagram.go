package render

import "othellobot/rules"

// Diagram is a picture of a board, 441 by 441 pixels. Squares marked as playable have a dot in
// the colour of the side to move, the disc placed last has a dot, and the discs turned over
// by it a rim. It is a comparable value.
type Diagram struct {
	View   View
	Better rules.Square // marked by a diamond: what might have been played instead; or rules.NoSquare
	Colors Colors
}

// Draw implements [Picture].
func (d Diagram) Draw() []byte { return encodePNG(d.canvas(0).RGBA) }

// Format implements [Picture].
func (Diagram) Format() Format { return PNG }

// canvas draws the board, with more of the frame below it.
func (d Diagram) canvas(below int) *canvas {
	c := newCanvas(d.Colors.palette(), below)
	c.drawAll(d.View)
	if d.Better.Valid() {
		const radius, width = 17, 5
		middle := cellBounds(d.Better).Min
		x, y := float32(middle.X)+(cellSize-1)/2.0, float32(middle.Y)+(cellSize-1)/2.0
		paintDiamond(c.RGBA, x, y, radius+1.5, c.palette.frame)
		paintDiamond(c.RGBA, x, y, radius, c.palette.better)
		paintDiamond(c.RGBA, x, y, radius-width, c.palette.frame)
		paintDiamond(c.RGBA, x, y, radius-width-1.5, c.palette.felt)
	}
	return c
}
