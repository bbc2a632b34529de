package render

import (
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/width"

	"othellobot/rules"
)

// surfaces holds the surfaces by the names of their golden files.
var surfaces = []struct {
	name    string
	surface Surface
}{
	{"keycaps", SurfaceKeycaps},
	{"shortcodes", SurfaceShortcodes},
	{"letters", SurfaceLetters},
}

// symbolsOf translates a text board to each theme. The symbols are repeated here so that
// a mix-up in a theme is found.
var symbolsOf = map[string]*strings.Replacer{
	"classic": strings.NewReplacer("-", "🟩", ".", "🟦", "X", "⚫", "O", "⚪", " ", ""),
	"moon":    strings.NewReplacer("-", "🟩", ".", "🟦", "X", "🌑", "O", "🌕", " ", ""),
	"vivid":   strings.NewReplacer("-", "🟦", ".", "🟩", "X", "🔴", "O", "🟡", " ", ""),
}

// checkGrids draws a view, without the marks of the last move, in every theme. It
// compares the grids with the text board.
func checkGrids(t *testing.T, v View) {
	t.Helper()
	v.Last, v.Flipped = rules.NoSquare, 0
	for _, theme := range Themes() {
		want := "  a b c d e f g h"
		for _, row := range strings.Split(Text(v), "\n")[1:] {
			want += "\n" + row[:2] + symbolsOf[theme.Name].Replace(row[2:])
		}
		if got := Emoji(v, theme, SurfaceLetters); got != want {
			t.Fatalf("%s is\n%s\nwant\n%s", theme.Name, got, want)
		}
		for _, s := range surfaces {
			checkLines(t, Emoji(v, theme, s.surface))
		}
	}
}

// checkLines finds empty lines and spaces at the end of a line.
func checkLines(t *testing.T, drawing string) {
	t.Helper()
	for line := range strings.SplitSeq(drawing, "\n") {
		if line == "" || strings.TrimRight(line, " \t\r\u200b") != line {
			t.Fatalf("line %q is empty or ends in a space", line)
		}
	}
}

func TestEmojiIsTheTextBoard(t *testing.T) {
	for _, v := range sampleViews(t, 500) {
		checkGrids(t, v)
	}
}

// TestEmojiMakesNoFlags checks that no two regional indicators are adjacent: clients may
// draw them as one flag.
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

// TestEmojiWidthInTerminal checks that every column is two cells wide on every line.
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
			if want := 18; cells != want && (i > 0 || cells != want-1) { // the h has no space after it
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
