package render

import (
	"image"

	"othellobot/rules"
)

// The colours of what lies on a board.
const (
	blackEdge   ink = 0x0a0c0bff
	blackFace   ink = 0x272b29ff
	blackHint   ink = 0x0a0c0b9c
	whiteEdge   ink = 0xb4bab4ff
	whiteFace   ink = 0xf6f6f1ff
	whiteHint   ink = 0xffffffb4
	shadowInk   ink = 0x00000050
	lastMark    ink = 0xe5483dff
	flippedMark ink = 0xf7c83dff
)

// The radii of what lies on a board, in pixels.
const (
	hintRadius    = 6
	lastRadius    = 5.5
	faceRadius    = 18
	discRadius    = 20
	flippedRadius = 22
)

// drawSprite draws what lies on a square that is not empty, and nothing of the
// square itself.
func drawSprite(kind cell, toMove rules.Color) image.Image {
	const middle = float32(cellSize-1) / 2
	sprite := image.NewRGBA(image.Rect(0, 0, cellSize-1, cellSize-1))
	hint, edge, face := blackHint, blackEdge, blackFace
	switch kind {
	case cellHint:
		if toMove == rules.White {
			hint = whiteHint
		}
		paintCircle(sprite, middle, middle, hintRadius, hint)
		return sprite
	case cellWhite, cellWhiteLast, cellWhiteFlipped:
		edge, face = whiteEdge, whiteFace
	}
	paintCircle(sprite, middle+1, middle+1.75, discRadius+0.5, shadowInk)
	if kind == cellBlackFlipped || kind == cellWhiteFlipped {
		paintCircle(sprite, middle, middle, flippedRadius, flippedMark)
	}
	paintCircle(sprite, middle, middle, discRadius, edge)
	paintCircle(sprite, middle-0.5, middle-0.75, faceRadius, face) // lit from the upper left
	if kind == cellBlackLast || kind == cellWhiteLast {
		paintCircle(sprite, middle, middle, lastRadius, lastMark)
	}
	return sprite
}
