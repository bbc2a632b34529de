package render

import (
	"strconv"
	"unicode/utf8"

	"othellobot/rules"
)

// Card is a picture of how a game ended, to be shared: the last board, and below it both
// sides with their discs. It is 441 by 505 pixels, and a comparable value.
type Card struct {
	Board        Diagram
	Black, White Side
}

// Side is a side of a game on a [Card].
type Side struct {
	Discs    uint8  // at the end, as the rules count
	Name     string // at most [MaxName] characters are kept; none is shown if the font lacks a letter
	Accuracy uint8  // 1 to 101: so much less one in per cent; 0 if nobody knows
}

// MaxName is how many characters of a name a picture holds.
const MaxName = 32

// AccuracyOf gives how a [Side] holds an accuracy of 0 to 100 per cent.
func AccuracyOf(percent float64) uint8 { return uint8(max(0, min(100, percent))+0.5) + 1 }

// Format implements [Picture].
func (Card) Format() Format { return PNG }

// The measures of what is below the board of a card.
const (
	cardBelow  = 64
	cardMiddle = imageSize - frameThin + cardBelow/2 + 2
)

// Draw implements [Picture].
func (c Card) Draw() []byte {
	picture := c.Board.canvas(cardBelow)
	c.drawSide(picture, rules.Black)
	c.drawSide(picture, rules.White)
	newPen(picture, picture.palette.label, 26).centre("–", imageSize/2, cardMiddle+9)
	return encodePNG(picture.RGBA)
}

// drawSide draws a side in its half of the space below the board.
func (c Card) drawSide(picture *canvas, color rules.Color) {
	const (
		edge     = frameWide // from the picture's to the disc's middle
		nameEdge = edge + 30
		discs    = 24 // from the middle of the picture to the number
		nameWide = imageSize/2 - discs - 40 - nameEdge
	)
	p := picture.palette
	side, x, kind := c.Black, edge, cellBlack
	if color == rules.White {
		side, x, kind = c.White, imageSize-edge, cellWhite
	}
	score := newPen(picture, p.label, 30)
	name := newPen(picture, p.label, 18)
	accuracy := newPen(picture, p.label, 16)
	lines := []string{name.fit(short(side.Name), nameWide), ""}
	if side.Accuracy > 0 {
		lines[1] = strconv.Itoa(int(side.Accuracy)-1) + " %"
	}
	y := []int{cardMiddle - 3, cardMiddle + 18}
	if lines[0] == "" || lines[1] == "" {
		y = []int{cardMiddle + 6, cardMiddle + 6}
	}
	if lines[0] == "" && lines[1] == "" { // the disc stands next to its number
		x += (imageSize/2 - x) / 2
	}
	// On the felt, from which a disc of either colour stands out.
	paintCircle(picture.RGBA, float32(x), cardMiddle, 25, p.felt)
	picture.stamp(kind, x, cardMiddle)
	if color == rules.Black {
		score.right(strconv.Itoa(int(side.Discs)), imageSize/2-discs, cardMiddle+11)
		name.left(lines[0], nameEdge, y[0])
		accuracy.left(lines[1], nameEdge, y[1])
	} else {
		score.left(strconv.Itoa(int(side.Discs)), imageSize/2+discs, cardMiddle+11)
		name.right(lines[0], imageSize-nameEdge, y[0])
		accuracy.right(lines[1], imageSize-nameEdge, y[1])
	}
}

// short returns as much of a name as a picture holds.
func short(name string) string {
	n := 0
	for i, r := range name {
		if n == MaxName || r == utf8.RuneError {
			return name[:i]
		}
		n++
	}
	return name
}
