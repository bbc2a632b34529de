package render

import (
	"cmp"
	"unicode/utf8"

	"othellobot/rules"
)

// Card is a picture of a game's result for sharing: the last board, and below it both
// sides with their discs. It is 441 by 505 pixels, and comparable.
type Card struct {
	Board        Diagram
	Black, White Side
}

// Side is a side of a game on a [Card].
type Side struct {
	Discs    uint8  // at the end, by the rules
	Name     string // cut to [MaxName] characters; left out if the font lacks a letter
	Accuracy uint8  // percentage plus 1, from 1 to 101; 0 if unknown
}

// MaxName is the maximum length of a name in a picture, in characters.
const MaxName = 32

// EncodeAccuracy converts an accuracy of 0 to 100 percent to the value in a [Side].
func EncodeAccuracy(percent float64) uint8 { return uint8(max(0, min(100, percent))+0.5) + 1 }

func (Card) Format() Format { return PNG }

func (c Card) Named(names [2]string) Picture {
	c.Black.Name, c.White.Name = cmp.Or(names[0], c.Black.Name), cmp.Or(names[1], c.White.Name)
	return c
}

func (c Card) Draw() []byte {
	picture := c.Board.canvas(standingHigh)
	s := newStanding(picture)
	for color, side := range []Side{rules.Black: c.Black, rules.White: c.White} {
		s.side(rules.Color(color), side)
		s.discs(rules.Color(color), int(side.Discs))
	}
	return encodePNG(picture.RGBA)
}

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
