package render

import (
	"image"
	"image/draw"

	"othellobot/rules"
)

// Measures of a board picture in pixels. The frame is wider at the coordinates.
const (
	cellSize       = 48
	frameWidth     = 36
	thinFrameWidth = 20
	boardSize      = 8*cellSize + 1 // there is one grid line more than cells
	imageSize      = frameWidth + boardSize + thinFrameWidth
)

// cellBounds returns the area of a square, without grid lines.
func cellBounds(s rules.Square) image.Rectangle {
	corner := image.Pt(frameWidth+1+s.Column()*cellSize, frameWidth+1+s.Row()*cellSize)
	return image.Rectangle{corner, corner.Add(image.Pt(cellSize-1, cellSize-1))}
}

// drawBoard draws an empty board in its frame. It adds below pixels to the frame at the bottom.
func drawBoard(p palette, below int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, imageSize, imageSize+below))
	paintRectangle(picture, picture.Bounds(), p.frame)
	board := image.Rect(0, 0, boardSize, boardSize).Add(image.Pt(frameWidth, frameWidth))
	paintRectangle(picture, board, p.line)
	for s := range rules.NoSquare {
		paintRectangle(picture, cellBounds(s), p.felt)
	}
	// Every Othello board has four dots, where lines cross two squares from the edges.
	const near, far, dotRadius = frameWidth + 2*cellSize + 0.5, frameWidth + 6*cellSize + 0.5, 3.25
	for _, at := range [][2]float32{{near, near}, {far, near}, {near, far}, {far, far}} {
		paintCircle(picture, at[0], at[1], dotRadius, p.line)
	}
	const letterLine, digitMiddle, belowMiddle = 24, 19, 6
	pen := newPen(picture, p.label, 17)
	for i := range 8 {
		middle := frameWidth + i*cellSize + cellSize/2
		pen.centre(string(rune('a'+i)), middle, letterLine)
		pen.centre(string(rune('1'+i)), digitMiddle, middle+belowMiddle)
	}
	return picture
}

// canvas is a board picture that is drawn square by square.
type canvas struct {
	*image.RGBA
	palette palette
	empty   *image.RGBA
	sprites [2][cellKinds]image.Image // by side to move and contents; kept because rasterising is expensive
}

func newCanvas(p palette, below int) *canvas {
	empty := drawBoard(p, below)
	picture := image.NewRGBA(empty.Rect)
	copy(picture.Pix, empty.Pix)
	return &canvas{RGBA: picture, palette: p, empty: empty}
}

func (c *canvas) draw(v View, s rules.Square) {
	at, kind := cellBounds(s), v.cell(s)
	draw.Draw(c, at, c.empty, at.Min, draw.Src)
	if kind != cellEmpty {
		draw.Draw(c, at, c.sprite(kind, v.Position.ToMove), image.Point{}, draw.Over)
	}
}

// stamp draws the contents of a square around a point.
func (c *canvas) stamp(kind cell, x, y int) {
	at := image.Rect(0, 0, cellSize-1, cellSize-1).Add(image.Pt(x-cellSize/2, y-cellSize/2))
	draw.Draw(c, at, c.sprite(kind, rules.Black), image.Point{}, draw.Over)
}

func (c *canvas) sprite(kind cell, side rules.Color) image.Image {
	if c.sprites[side][kind] == nil {
		c.sprites[side][kind] = drawSprite(kind, cellMeasures, c.palette, c.palette.hint[side])
	}
	return c.sprites[side][kind]
}

func (c *canvas) drawAll(v View) {
	for s := range rules.NoSquare {
		c.draw(v, s)
	}
}

// Diagram is a picture of a board, 441 by 441 pixels. Hints are dots in the colour of the side to
// move. The last disc has a dot, and the discs that it turned over have a rim.
type Diagram struct {
	View   View
	Better rules.Square // a move better than View.Hints, shown as a diamond, with the hints as rings; NoSquare if unset
	Colors Colors
}

func (d Diagram) Draw() []byte { return encodePNG(d.canvas(0).RGBA) }

func (Diagram) Format() Format { return PNG }

func (d Diagram) canvas(below int) *canvas {
	c := newCanvas(d.Colors.palette(), below)
	c.drawAll(d.View)
	if !d.Better.Valid() {
		return c
	}
	const width, ring, diamond = 5, 16, 17 // line width and radii of the marks
	for s := range d.View.Hints.Squares() {
		x, y := cellMiddle(s)
		paintCircle(c.RGBA, x, y, ring, c.palette.face[d.View.Position.ToMove])
		paintCircle(c.RGBA, x, y, ring-width, c.palette.felt)
	}
	x, y := cellMiddle(d.Better)
	paintDiamond(c.RGBA, x, y, diamond+1.5, c.palette.frame)
	paintDiamond(c.RGBA, x, y, diamond, c.palette.better)
	paintDiamond(c.RGBA, x, y, diamond-width, c.palette.frame)
	paintDiamond(c.RGBA, x, y, diamond-width-1.5, c.palette.felt)
	return c
}

func cellMiddle(s rules.Square) (x, y float32) {
	corner := cellBounds(s).Min
	return float32(corner.X) + (cellSize-1)/2.0, float32(corner.Y) + (cellSize-1)/2.0
}

// measures holds the side of a square and the radii of its marks and discs, in pixels.
type measures struct {
	side                            int
	hint, last, face, disc, flipped float32
}

var cellMeasures = measures{side: cellSize - 1, hint: 6, last: 5.5, face: 18, disc: 20, flipped: 23}

// drawSprite draws the contents of a square, without the square itself.
func drawSprite(kind cell, m measures, p palette, hint ink) *image.RGBA {
	middle := float32(m.side) / 2
	sprite := image.NewRGBA(image.Rect(0, 0, m.side, m.side))
	if kind == cellHint {
		paintCircle(sprite, middle, middle, m.hint, hint)
		return sprite
	}
	color := (kind - cellBlack) % 2
	light := m.disc / 40 // offset of highlights and shadows, for light from the upper left
	const shadow ink = 0x00000050
	paintCircle(sprite, middle+2*light, middle+3.5*light, m.disc+light, shadow)
	if kind == cellBlackFlipped || kind == cellWhiteFlipped {
		paintCircle(sprite, middle, middle, m.flipped, p.flipped)
		paintCircle(sprite, middle, middle, (m.flipped+m.disc)/2, p.edge[rules.Black]) // sets the rim off from a white disc
	}
	paintCircle(sprite, middle, middle, m.disc, p.edge[color])
	paintCircle(sprite, middle-light, middle-1.5*light, m.face, p.face[color])
	if kind == cellBlackLast || kind == cellWhiteLast {
		paintCircle(sprite, middle, middle, m.last, p.last)
	}
	return sprite
}
