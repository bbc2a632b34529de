package render

import (
	"cmp"
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

// Named implements [Namer].
func (c Card) Named(names [2]string) Picture {
	c.Black.Name, c.White.Name = cmp.Or(names[0], c.Black.Name), cmp.Or(names[1], c.White.Name)
	return c
}

// Draw implements [Picture].
func (c Card) Draw() []byte {
	picture := c.Board.canvas(standingHigh)
	s := newStanding(picture)
	for color, side := range []Side{rules.Black: c.Black, rules.White: c.White} {
		s.side(rules.Color(color), side)
		s.discs(rules.Color(color), int(side.Discs))
	}
	return encodePNG(picture.RGBA)
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
