package render

import (
	"cmp"
	"image"
	"strconv"
	"unicode/utf8"

	"othellobot/rules"
)

// Card is a picture of a game's result for sharing, 441 by 505 pixels: the last board, and below it
// both sides with their numbers of discs. It is comparable.
type Card struct {
	Board        Diagram
	Black, White Side
}

// Side is a side of a game on a [Card].
type Side struct {
	Discs uint8  // at the end, by the rules
	Name  string // cut to [MaxName] characters; left out if the font lacks a letter
}

// MaxName is the maximum length of a name in a picture, in characters.
const MaxName = 32

func (Card) Format() Format { return PNG }

func (c Card) Named(names [2]string) Picture {
	c.Black.Name, c.White.Name = cmp.Or(names[0], c.Black.Name), cmp.Or(names[1], c.White.Name)
	return c
}

func (c Card) Draw() []byte {
	picture := c.Board.canvas(standingHeight)
	s := newStanding(picture)
	for color, side := range []Side{rules.Black: c.Black, rules.White: c.White} {
		s.side(rules.Color(color), side)
		s.discs(rules.Color(color), int(side.Discs))
	}
	return encodePNG(picture.RGBA)
}

func shortName(name string) string {
	n := 0
	for i, r := range name {
		if n == MaxName || r == utf8.RuneError {
			return name[:i]
		}
		n++
	}
	return name
}

// Measures of the area below the board of a card or a replay, in pixels.
const (
	standingHeight    = 64
	standingMiddle    = imageSize - thinFrameWidth + standingHeight/2 + 2
	standingEdge      = frameWidth // from the edge of the picture to the middle of a disc
	standingDiscs     = 24         // from the middle of the picture to a number
	numberWidth       = 40
	numberHeight      = 26
	standingHalfWidth = standingDiscs + numberWidth // half of the width of numbers and caption
	captionBase       = standingMiddle + 32
)

// standing draws both sides and their numbers of discs below a board.
type standing struct {
	canvas              *canvas
	number, name, small *pen
}

func newStanding(c *canvas) standing {
	label := c.palette.label
	s := standing{c, newPen(c, label, 30), newPen(c, label, 18), newPen(c, label, 15)}
	newPen(c, label, 26).centre("–", imageSize/2, standingMiddle+9)
	return s
}

func (s standing) side(color rules.Color, side Side) {
	const nameEdge = standingEdge + 30
	const nameWidth = imageSize/2 - standingHalfWidth - nameEdge
	x, kind := standingEdge, cellBlack
	if color == rules.White {
		x, kind = imageSize-standingEdge, cellWhite
	}
	name := s.name.fit(shortName(side.Name), nameWidth)
	if name == "" { // the disc stands next to its number
		x += (imageSize/2 - x) / 2
	}
	// Discs of both colours contrast with a background of felt.
	paintCircle(s.canvas.RGBA, float32(x), standingMiddle, 25, s.canvas.palette.felt)
	s.canvas.stamp(kind, x, standingMiddle)
	if color == rules.Black {
		s.name.left(name, nameEdge, standingMiddle+6)
	} else {
		s.name.right(name, imageSize-nameEdge, standingMiddle+6)
	}
}

// changing returns the area where the methods discs and caption write.
func (standing) changing() image.Rectangle {
	return image.Rect(imageSize/2-standingHalfWidth, standingMiddle-numberHeight/2, imageSize/2+standingHalfWidth, captionBase+5)
}

// discs writes the number of discs of a side over the old one.
func (s standing) discs(color rules.Color, n int) {
	at := image.Rect(-standingDiscs-numberWidth, -numberHeight/2, -standingDiscs+2, numberHeight/2).Add(image.Pt(imageSize/2, standingMiddle))
	if color == rules.White {
		at = at.Add(image.Pt(2*standingDiscs+numberWidth-2, 0))
	}
	paintRectangle(s.canvas, at, s.canvas.palette.frame)
	if color == rules.Black {
		s.number.right(strconv.Itoa(n), imageSize/2-standingDiscs, standingMiddle+11)
	} else {
		s.number.left(strconv.Itoa(n), imageSize/2+standingDiscs, standingMiddle+11)
	}
}

// caption writes a line below the numbers over the old one.
func (s standing) caption(text string) {
	paintRectangle(s.canvas, image.Rect(imageSize/2-standingHalfWidth, captionBase-15, imageSize/2+standingHalfWidth, captionBase+5), s.canvas.palette.frame)
	s.small.centre(text, imageSize/2, captionBase)
}
