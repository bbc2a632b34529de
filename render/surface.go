package render

// Surface is a kind of place that shows an emoji grid. Each surface has its own coordinates,
// chosen to line up with the symbols there.
type Surface uint8

const (
	// SurfaceKeycaps shows emoji characters in a proportional font. Columns are regional
	// indicators, rows are keycaps.
	SurfaceKeycaps Surface = iota

	// SurfaceShortcodes takes ASCII text with emoji names such as ":black_circle:".
	// Columns are ":alphabet-white-a:" to h, rows are ":one:" to ":eight:".
	SurfaceShortcodes

	// SurfaceLetters shows emoji characters in a fixed-width font, such as in a terminal.
	// There a disc is two cells wide, but a regional indicator or a keycap is not.
	// Columns are ASCII letters, rows are ASCII digits, each with a space.
	SurfaceLetters
)

// coordinates holds the first line of a grid and the beginnings of its other lines.
type coordinates struct {
	header string
	rows   [8]string
}

// In keycaps, two adjacent indicators would make a flag: 🇨 and 🇩 that of DR Congo, 🇬 and
// 🇭 that of Ghana. A zero-width space keeps them apart.
var allCoordinates = [...]coordinates{
	SurfaceKeycaps: {
		"🔳🇦\u200b🇧\u200b🇨\u200b🇩\u200b🇪\u200b🇫\u200b🇬\u200b🇭",
		[8]string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣"},
	},
	SurfaceShortcodes: {
		":white_square_button:" +
			":alphabet-white-a::alphabet-white-b::alphabet-white-c::alphabet-white-d:" +
			":alphabet-white-e::alphabet-white-f::alphabet-white-g::alphabet-white-h:",
		[8]string{":one:", ":two:", ":three:", ":four:", ":five:", ":six:", ":seven:", ":eight:"},
	},
	SurfaceLetters: {"  a b c d e f g h", [8]string{"1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 "}},
}

func (s Surface) coordinates() coordinates { return allCoordinates[s] }

// spell returns a symbol as the surface spells it. Symbols of tiles stay unchanged.
func (s Surface) spell(symbol string) string {
	if name, ok := shortcodes[symbol]; ok && s == SurfaceShortcodes {
		return name
	}
	return symbol
}

// shortcodes holds the names of emoji between colons, from
// https://github.com/iamcal/emoji-data.
var shortcodes = map[string]string{
	"🟩": ":large_green_square:", "🟦": ":large_blue_square:",
	"⚫": ":black_circle:", "⚪": ":white_circle:", "🔴": ":red_circle:", "🟡": ":large_yellow_circle:",
	"🌑": ":new_moon:", "🌕": ":full_moon:", "🌚": ":new_moon_with_face:", "🌝": ":full_moon_with_face:",
}
