package render

// Surface is where an emoji grid is shown, named by the coordinates that keep
// their columns there.
type Surface uint8

// The surfaces.
const (
	// SurfaceKeycaps takes emoji characters in a proportional font: columns
	// are regional indicators, rows are keycaps.
	SurfaceKeycaps Surface = iota

	// SurfaceShortcodes takes ASCII text with emoji by name, ":black_circle:":
	// columns are ":alphabet-white-a:" to h, rows are ":one:" to ":eight:".
	SurfaceShortcodes

	// SurfaceLetters takes emoji characters in a font of fixed width, as of a
	// terminal, where a disc is two cells wide but a regional indicator or a
	// keycap is not: columns are ASCII letters, rows are ASCII digits, each
	// with a space.
	SurfaceLetters
)

// coordinates are the first line of a grid and what its other lines start with.
type coordinates struct {
	header string
	rows   [8]string
}

func (s Surface) coordinates() coordinates {
	switch s {
	case SurfaceShortcodes:
		return coordinates{
			header: ":white_square_button:" +
				":alphabet-white-a::alphabet-white-b::alphabet-white-c::alphabet-white-d:" +
				":alphabet-white-e::alphabet-white-f::alphabet-white-g::alphabet-white-h:",
			rows: [8]string{":one:", ":two:", ":three:", ":four:", ":five:", ":six:", ":seven:", ":eight:"},
		}
	case SurfaceLetters:
		return coordinates{
			header: "  a b c d e f g h",
			rows:   [8]string{"1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 "},
		}
	default:
		// Two indicators side by side are a flag: 🇨 and 🇩 that of DR Congo,
		// 🇬 and 🇭 that of Ghana. A space of no width keeps them apart.
		return coordinates{
			header: "🔳🇦\u200b🇧\u200b🇨\u200b🇩\u200b🇪\u200b🇫\u200b🇬\u200b🇭",
			rows:   [8]string{"1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣"},
		}
	}
}

// spell writes a symbol as the surface takes it. One that is no emoji of a theme here stays as
// it is.
func (s Surface) spell(symbol string) string {
	if name, ok := shortcodes[symbol]; ok && s == SurfaceShortcodes {
		return name
	}
	return symbol
}

// shortcodes are the names of emoji between colons, as https://github.com/iamcal/emoji-data has
// them.
var shortcodes = map[string]string{
	"🟩": ":large_green_square:", "🟦": ":large_blue_square:",
	"⚫": ":black_circle:", "⚪": ":white_circle:", "🔴": ":red_circle:", "🟡": ":large_yellow_circle:",
	"🌑": ":new_moon:", "🌕": ":full_moon:", "🌚": ":new_moon_with_face:", "🌝": ":full_moon_with_face:",
}
