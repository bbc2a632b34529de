package rules

import (
	"errors"
	"strings"
)

// Color is a side, and the colour of that side's discs.
type Color uint8

// The two sides. Black moves first and is the zero value.
const (
	Black Color = iota
	White
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "Black" or "White".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}

// MarshalText returns "black" or "white".
func (c Color) MarshalText() ([]byte, error) { return []byte(strings.ToLower(c.String())), nil }

// UnmarshalText reads "black" or "white" and refuses anything else.
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "black":
		*c = Black
	case "white":
		*c = White
	default:
		return errColor
	}
	return nil
}

var errColor = errors.New("a color is black or white")
