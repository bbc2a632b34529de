package render

import "othellobot/rules"

// Diagram is a picture of a board, 441 by 441 pixels. Playable squares have a dot in the
// colour of the side to move. The last disc has a dot, and the discs that it turned over
// have a rim. A Diagram is comparable.
type Diagram struct {
	View   View
	Better rules.Square // a move better than View.Hints, or rules.NoSquare: it gets a diamond, and the hints get rings
	Colors Colors
}

func (d Diagram) Draw() []byte { return encodePNG(d.canvas(0).RGBA) }

func (Diagram) Format() Format { return PNG }

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

func (c *canvas) markPlayed(s rules.Square, i ink) {
	const radius, width = 16, 5
	x, y := cellMiddle(s)
	paintCircle(c.RGBA, x, y, radius, i)
	paintCircle(c.RGBA, x, y, radius-width, c.palette.felt)
}

func (c *canvas) markBetter(s rules.Square) {
	const radius, width = 17, 5
	x, y := cellMiddle(s)
	paintDiamond(c.RGBA, x, y, radius+1.5, c.palette.frame)
	paintDiamond(c.RGBA, x, y, radius, c.palette.better)
	paintDiamond(c.RGBA, x, y, radius-width, c.palette.frame)
	paintDiamond(c.RGBA, x, y, radius-width-1.5, c.palette.felt)
}

func cellMiddle(s rules.Square) (x, y float32) {
	corner := cellBounds(s).Min
	return float32(corner.X) + (cellSize-1)/2.0, float32(corner.Y) + (cellSize-1)/2.0
}
