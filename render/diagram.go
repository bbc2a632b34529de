package render

import "othellobot/rules"

// Diagram is a picture of a board, 441 by 441 pixels. Squares marked as playable have a dot in
// the colour of the side to move, the disc placed last has a dot, and the discs turned over
// by it a rim. It is a comparable value.
type Diagram struct {
	View   View
	Better rules.Square // marked by a diamond, and playable squares by a ring instead: what might have been played instead of them; or rules.NoSquare
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
		for s := range d.View.Hints.Squares() {
			c.markPlayed(s, c.palette.face[d.View.Position.ToMove])
		}
		c.markBetter(d.Better)
	}
	return c
}

// markPlayed marks a square by a ring.
func (c *canvas) markPlayed(s rules.Square, i ink) {
	const radius, width = 16, 5
	x, y := cellMiddle(s)
	paintCircle(c.RGBA, x, y, radius, i)
	paintCircle(c.RGBA, x, y, radius-width, c.palette.felt)
}

// markBetter marks a square by a diamond.
func (c *canvas) markBetter(s rules.Square) {
	const radius, width = 17, 5
	x, y := cellMiddle(s)
	paintDiamond(c.RGBA, x, y, radius+1.5, c.palette.frame)
	paintDiamond(c.RGBA, x, y, radius, c.palette.better)
	paintDiamond(c.RGBA, x, y, radius-width, c.palette.frame)
	paintDiamond(c.RGBA, x, y, radius-width-1.5, c.palette.felt)
}

// cellMiddle is the middle of a square in the picture.
func cellMiddle(s rules.Square) (x, y float32) {
	corner := cellBounds(s).Min
	return float32(corner.X) + (cellSize-1)/2.0, float32(corner.Y) + (cellSize-1)/2.0
}
