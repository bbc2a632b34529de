package render

import (
	"image"
	"image/draw"
	"image/png"
	"io"

	"othellobot/rules"
)

// The measures of the picture in pixels. The frame is wider where the
// coordinates stand.
const (
	cellSize   = 48
	frameWide  = 36
	frameThin  = 20
	boardSize  = 8*cellSize + 1 // a grid line more than cells
	imageSize  = frameWide + boardSize + frameThin
	frameRound = 14 // radius of the corners
)

// Image draws the view as a picture of 441 by 441 pixels, transparent only
// outside its rounded corners. Squares marked as playable have a dot in the
// colour of the side to move, the disc placed last a red dot, and the discs
// turned over by it a yellow rim.
func Image(v View) image.Image {
	picture := drawBoard()
	var sprites [cellKinds]image.Image
	for square := range rules.NoSquare {
		kind := v.cell(square)
		if kind == cellEmpty {
			continue
		}
		if sprites[kind] == nil { // rasterising is dear, copying is not
			sprites[kind] = drawSprite(kind, cellMeasures(), sideHint(v.Position.ToMove))
		}
		draw.Draw(picture, cellBounds(square), sprites[kind], image.Point{}, draw.Over)
	}
	return picture
}

// PNG writes the picture of [Image] in the PNG format. The error is that of w.
func PNG(w io.Writer, v View) error { return png.Encode(w, Image(v)) }

// cellBounds is where a square is in the picture, without the grid lines above
// and to the left of it.
func cellBounds(s rules.Square) image.Rectangle {
	corner := image.Pt(frameWide+1+s.Column()*cellSize, frameWide+1+s.Row()*cellSize)
	return image.Rectangle{corner, corner.Add(image.Pt(cellSize-1, cellSize-1))}
}
