package rules

// Color is a side, and the colour of its discs.
type Color uint8

// The two sides. Black moves first and is the zero value.
const (
	Black Color = iota
	White
)

// Opponent is the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String is "Black" or "White".
func (c Color) String() string {
	if c == Black {
		return "Black"
	}
	return "White"
}
