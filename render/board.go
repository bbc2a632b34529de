package render

import (
	"image"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"othellobot/rules"
)

// The colours of an empty board.
const (
	frameInk ink = 0x1f2a25ff
	labelInk ink = 0xd5ded6ff
	feltInk  ink = 0x2f865aff
	lineInk  ink = 0x1b5739ff
)

// drawBoard draws an empty board in its frame.
func drawBoard() *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, imageSize, imageSize))
	drawFrame(picture)
	board := image.Rect(0, 0, boardSize, boardSize).Add(image.Pt(frameWide, frameWide))
	paintRectangle(picture, board, lineInk)
	for s := range rules.NoSquare {
		paintRectangle(picture, cellBounds(s), feltInk)
	}
	// The four dots, where lines cross two squares from the edges, are part of
	// every Othello board; they help the eye to count.
	const near, far, dotRadius = frameWide + 2*cellSize + 0.5, frameWide + 6*cellSize + 0.5, 3.25
	paintCircle(picture, near, near, dotRadius, lineInk)
	paintCircle(picture, far, near, dotRadius, lineInk)
	paintCircle(picture, near, far, dotRadius, lineInk)
	paintCircle(picture, far, far, dotRadius, lineInk)
	drawLabels(picture)
	return picture
}

// drawFrame fills the picture except for its round corners. Each is a quarter
// of a circle: one outline around all of it would cost as much as the rest of
// the picture together.
func drawFrame(picture draw.Image) {
	const round, far = frameRound, imageSize - frameRound
	paintCircle(picture, round, round, round, frameInk)
	paintCircle(picture, far, round, round, frameInk)
	paintCircle(picture, round, far, round, frameInk)
	paintCircle(picture, far, far, round, frameInk)
	paintRectangle(picture, image.Rect(0, round, imageSize, far), frameInk)
	paintRectangle(picture, image.Rect(round, 0, far, imageSize), frameInk)
}

// drawLabels writes a to h above the columns and 1 to 8 beside the rows.
func drawLabels(picture draw.Image) {
	const letterLine, digitMiddle, belowMiddle = 24, 19, 6
	pen := font.Drawer{Dst: picture, Src: image.NewUniform(labelInk), Face: labelFace()}
	for i := range 8 {
		middle := frameWide + i*cellSize + cellSize/2
		drawLabel(pen, string(rune('a'+i)), middle, letterLine)
		drawLabel(pen, string(rune('1'+i)), digitMiddle, middle+belowMiddle)
	}
}

// drawLabel writes one label, centred on x, on the line y.
func drawLabel(pen font.Drawer, label string, x, y int) {
	pen.Dot = fixed.P(x, y)
	pen.Dot.X -= pen.MeasureString(label) / 2
	pen.DrawString(label)
}

// labelFace is the font of the labels. It is part of the program, so it can
// always be read.
func labelFace() font.Face {
	parsed, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic("render: the font built in: " + err.Error())
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 17, DPI: 72})
	if err != nil {
		panic("render: the font built in: " + err.Error())
	}
	return face
}
