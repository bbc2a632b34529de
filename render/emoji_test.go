package render

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/width"

	"othellobot/rules"
)

// surfaces by the names of their golden files.
var surfaces = []struct {
	name    string
	surface Surface
}{
	{"keycaps", SurfaceKeycaps},
	{"shortcodes", SurfaceShortcodes},
	{"letters", SurfaceLetters},
}

// meanings tell what each symbol of a theme stands for: B and W for discs, w or
// b for the one placed last, "." for a hint and "-" for an empty square. They
// are written down here again so that a symbol mixed up in the theme is found.
var meanings = map[string]map[string]byte{
	"classic": {
		"🟩": '-', "🟦": '.', "⚫": 'B', "⚪": 'W',
		"large_green_square": '-', "large_blue_square": '.', "black_circle": 'B', "white_circle": 'W',
	},
	"moon": {
		"🟩": '-', "🟦": '.', "🌑": 'B', "🌕": 'W', "🌚": 'b', "🌝": 'w',
		"large_green_square": '-', "large_blue_square": '.', "new_moon": 'B', "full_moon": 'W',
		"new_moon_with_face": 'b', "full_moon_with_face": 'w',
	},
	"vivid": {
		"🟦": '-', "🟩": '.', "🔴": 'B', "🟡": 'W',
		"large_blue_square": '-', "large_green_square": '.', "red_circle": 'B', "large_yellow_circle": 'W',
	},
}

// columnsOf splits a line of a grid into its nine columns.
func columnsOf(line string, s Surface) ([]string, error) {
	var columns []string
	switch s {
	case SurfaceShortcodes:
		for code := range strings.SplitSeq(strings.Trim(line, ":"), "::") {
			columns = append(columns, code)
		}
	case SurfaceLetters:
		for _, r := range line {
			if r != ' ' {
				columns = append(columns, string(r))
			}
		}
		if strings.HasPrefix(line, "  ") {
			columns = append([]string{" "}, columns...)
		}
	default:
		for _, r := range line {
			switch r {
			case '\ufe0f', '\u20e3': // the rest of a keycap
				columns[len(columns)-1] += string(r)
			case '\u200b':
			default:
				columns = append(columns, string(r))
			}
		}
	}
	if len(columns) != 9 {
		return nil, fmt.Errorf("%q has %d columns, want 9", line, len(columns))
	}
	return columns, nil
}

// readGrid reads a grid back, and the disc placed last where the theme shows it.
func readGrid(grid string, theme string, s Surface) (seen, rules.Square, error) {
	board, last := seen{}, rules.NoSquare
	lines := strings.Split(grid, "\n")
	if len(lines) != 9 {
		return board, last, fmt.Errorf("%d lines, want 9", len(lines))
	}
	for row, line := range lines[1:] {
		columns, err := columnsOf(line, s)
		if err != nil {
			return board, last, err
		}
		for column, symbol := range columns[1:] {
			square := rules.SquareAt(column, row)
			switch meanings[theme][symbol] {
			case '-':
			case '.':
				board.Hints |= rules.SetOf(square)
			case 'b':
				last = square
				fallthrough
			case 'B':
				board.Black |= rules.SetOf(square)
			case 'w':
				last = square
				fallthrough
			case 'W':
				board.White |= rules.SetOf(square)
			default:
				return board, last, fmt.Errorf("%v: %q means nothing", square, symbol)
			}
		}
	}
	return board, last, nil
}

// checkGrids draws a view in every theme on every surface and reads it back.
func checkGrids(t *testing.T, v View) {
	t.Helper()
	for _, theme := range Themes() {
		for _, s := range surfaces {
			grid := Emoji(v, theme, s.surface)
			got, last, err := readGrid(grid, theme.Name, s.surface)
			if err != nil {
				t.Fatalf("%s, %s: %v\n%s", theme.Name, s.name, err, grid)
			}
			if want := wanted(v); got != want {
				t.Fatalf("%s, %s reads as %+v, want %+v\n%s", theme.Name, s.name, got, want, grid)
			}
			want := rules.NoSquare
			if occupied := v.Position.Black | v.Position.White; theme.Name == "moon" && occupied.Has(v.Last) {
				want = v.Last
			}
			if last != want {
				t.Fatalf("%s, %s shows %v as the last move, want %v\n%s", theme.Name, s.name, last, want, grid)
			}
			checkLines(t, grid)
		}
	}
}

// checkLines finds what would be lost or seen at the end of a line.
func checkLines(t *testing.T, drawing string) {
	t.Helper()
	for line := range strings.SplitSeq(drawing, "\n") {
		if line == "" || strings.TrimRight(line, " \t\r\u200b") != line {
			t.Fatalf("line %q is empty or ends in a space", line)
		}
	}
}

func TestEmojiReadsBack(t *testing.T) {
	for _, v := range sampleViews(t, 500) {
		checkGrids(t, v)
	}
}

func TestEmojiCoordinates(t *testing.T) {
	want := map[Surface]struct{ columns, rows string }{
		SurfaceKeycaps: {"🔳 🇦 🇧 🇨 🇩 🇪 🇫 🇬 🇭", "1\ufe0f\u20e3 2\ufe0f\u20e3 3\ufe0f\u20e3 4\ufe0f\u20e3 5\ufe0f\u20e3 6\ufe0f\u20e3 7\ufe0f\u20e3 8\ufe0f\u20e3"},
		SurfaceShortcodes: {
			"white_square_button alphabet-white-a alphabet-white-b alphabet-white-c alphabet-white-d " +
				"alphabet-white-e alphabet-white-f alphabet-white-g alphabet-white-h",
			"one two three four five six seven eight",
		},
		SurfaceLetters: {"  a b c d e f g h", "1 2 3 4 5 6 7 8"},
	}
	for _, s := range surfaces {
		lines := strings.Split(Emoji(startView(), Theme{}, s.surface), "\n")
		columns, err := columnsOf(lines[0], s.surface)
		noError(t, err)
		if got := strings.Join(columns, " "); got != want[s.surface].columns {
			t.Errorf("%s: columns %q, want %q", s.name, got, want[s.surface].columns)
		}
		var rows []string
		for _, line := range lines[1:] {
			columns, err := columnsOf(line, s.surface)
			noError(t, err)
			rows = append(rows, columns[0])
		}
		if got := strings.Join(rows, " "); got != want[s.surface].rows {
			t.Errorf("%s: rows %q, want %q", s.name, got, want[s.surface].rows)
		}
	}
}

// Two indicators side by side may be drawn as one flag.
func TestEmojiMakesNoFlags(t *testing.T) {
	indicator := func(r rune) bool { return '\U0001f1e6' <= r && r <= '\U0001f1ff' }
	before := ' '
	for _, r := range Emoji(startView(), Theme{}, SurfaceKeycaps) {
		if indicator(before) && indicator(r) {
			t.Errorf("%c and %c make a flag", before, r)
		}
		before = r
	}
}

// In a terminal every column is two cells wide, on every line.
func TestEmojiWidthInTerminal(t *testing.T) {
	for _, theme := range Themes() {
		for i, line := range strings.Split(Emoji(midgameView(t), theme, SurfaceLetters), "\n") {
			cells := 0
			for _, r := range line {
				switch kind := width.LookupRune(r).Kind(); {
				case ' ' <= r && r <= '~':
					cells++
				case kind == width.EastAsianWide:
					cells += 2
				default:
					t.Errorf("%s: %q is %v, so its width is not known", theme.Name, r, kind)
				}
			}
			if want := 18; cells != want && (i > 0 || cells != want-1) { // nothing follows the h
				t.Errorf("%s: line %d is %d cells wide, want %d", theme.Name, i, cells, want)
			}
		}
	}
}

func TestEmojiLength(t *testing.T) {
	longest := map[Surface]int{}
	for _, theme := range Themes() {
		for _, v := range []View{{Hints: ^rules.Bitboard(0)}, {Last: rules.NoSquare}, viewOf(^uint64(0), 0, 0, 0, 9, false), viewOf(0, ^uint64(0), 0, 0, 9, false)} {
			for _, s := range surfaces {
				length := len(utf16.Encode([]rune(Emoji(v, theme, s.surface))))
				longest[s.surface] = max(longest[s.surface], length)
			}
		}
	}
	for s, limit := range map[Surface]int{SurfaceKeycaps: 200, SurfaceShortcodes: 1600, SurfaceLetters: 200} {
		if longest[s] > limit {
			t.Errorf("surface %d: %d characters, more than the %d promised", s, longest[s], limit)
		}
	}
	t.Logf("longest grids, in UTF-16: %v", longest)
}

func TestEmojiAllocatesOnce(t *testing.T) {
	v := midgameView(t)
	for _, theme := range Themes() {
		for _, s := range surfaces {
			if n := testing.AllocsPerRun(10, func() { Emoji(v, theme, s.surface) }); n != 1 {
				t.Errorf("%s, %s: %v allocations, want 1", theme.Name, s.name, n)
			}
		}
	}
}
