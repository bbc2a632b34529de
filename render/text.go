package render

// textSymbols holds the characters of a text board by kind of cell.
const textSymbols = "-.XOXOXO"

// Text draws the view as nine lines of ASCII with coordinates, separated by "\n". X is
// Black, O is White, "-" an empty square, and "." a square marked as playable. The text
// needs a fixed-width font.
func Text(v View) string {
	letters := SurfaceLetters.coordinates()
	return grid(v, " "+letters.header, letters.rows, [cellKinds]string{" -", " .", " X", " O", " X", " O", " X", " O"})
}
