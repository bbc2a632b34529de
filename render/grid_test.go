package render

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

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

// checkLines fails the test if a line is empty or ends in a space.
func checkLines(t *testing.T, drawing string) {
	t.Helper()
	for line := range strings.SplitSeq(drawing, "\n") {
		if line == "" || strings.TrimRight(line, " \t\r\u200b") != line {
			t.Fatalf("line %q is empty or ends in a space", line)
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

// readText reads a text board back with the parser of package rules, which reads a hint
// as an empty square.
func readText(board string) (seen, error) {
	lines := strings.Split(board, "\n")
	if len(lines) != 9 || lines[0] != "   a b c d e f g h" {
		return seen{}, fmt.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
	var cells strings.Builder
	for i, line := range lines[1:] {
		row, ok := strings.CutPrefix(line, fmt.Sprintf("%d  ", i+1))
		if !ok || len(row) != 15 {
			return seen{}, fmt.Errorf("row %q", line)
		}
		for column := range 8 {
			if column > 0 && row[2*column-1] != ' ' {
				return seen{}, fmt.Errorf("row %q", line)
			}
			cells.WriteByte(row[2*column])
		}
	}
	p, err := rules.ParseBoard(cells.String(), rules.Black)
	if err != nil {
		return seen{}, err
	}
	got := seen{Black: p.Black, White: p.White}
	for i, c := range cells.String() {
		if c == '.' {
			got.Hints |= rules.SetOf(rules.Square(i))
		}
	}
	return got, nil
}

func checkText(t *testing.T, v View) {
	t.Helper()
	board := Text(v)
	got, err := readText(board)
	if err != nil {
		t.Fatalf("%v\n%s", err, board)
	}
	if want := wanted(v); got != want {
		t.Fatalf("reads as %+v, want %+v\n%s", got, want, board)
	}
	checkLines(t, board)
}

// TestSquares compares the squares with the text board and a grid of tiles.
func TestSquares(t *testing.T) {
	v := midgameView(t)
	text, grid := "", ""
	for _, row := range Squares(v) {
		text += "\n"
		grid += "\n"
		for _, s := range row {
			text += " " + string(s.Char)
			grid += s.Tile
		}
	}
	for i, line := range strings.Split(Text(v), "\n")[1:] {
		if got := strings.Split(text, "\n")[i+1]; line[2:] != got {
			t.Errorf("row %d is %q, want %q", i+1, got, line[2:])
		}
	}
	tiles := TileTheme(func(name string) string { return name })
	for i, line := range strings.Split(Emoji(v, tiles, SurfaceLetters), "\n")[1:] {
		if got := strings.Split(grid, "\n")[i+1]; line[2:] != got {
			t.Errorf("row %d has the tiles %q, want %q", i+1, got, line[2:])
		}
	}
	if s := Squares(v)[2][3]; s.Name != "d3" {
		t.Errorf("the fourth square of the third row is %q", s.Name)
	}
}

var update = flag.Bool("update", false, "rewrite the files in testdata")

// checkGolden compares a drawing with a file in testdata, which has one more line feed at
// its end.
func checkGolden(t *testing.T, name, drawing string) {
	t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *update {
		noError(t, os.WriteFile(file, []byte(drawing+"\n"), 0o644))
	}
	want, err := os.ReadFile(file)
	noError(t, err)
	if diff := cmp.Diff(string(want), drawing+"\n"); diff != "" {
		t.Errorf("%s differs (-want +got; go test ./render -update accepts the drawing):\n%s", file, diff)
	}
}

func TestGoldens(t *testing.T) {
	for _, board := range []struct {
		name string
		view View
	}{
		{"start", startView()},
		{"midgame", midgameView(t)},
	} {
		checkGolden(t, board.name+"-text", Text(board.view))
		for _, theme := range Themes() {
			for _, s := range surfaces {
				checkGolden(t, board.name+"-"+theme.Name+"-"+s.name, Emoji(board.view, theme, s.surface))
			}
		}
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzDrawings draws any view as text and as emoji grids, and checks that both show its discs and hints.
func FuzzDrawings(f *testing.F) {
	for _, v := range sampleViews(f, 500) {
		p := v.Position
		f.Add(uint64(p.Black), uint64(p.White), uint64(v.Hints), uint64(v.Flipped), uint8(v.Last), p.ToMove == 1)
	}
	f.Add(^uint64(0), uint64(0), ^uint64(0), ^uint64(0), uint8(255), true)
	f.Fuzz(func(t *testing.T, black, white, hints, flipped uint64, last uint8, whiteToMove bool) {
		v := viewOf(black, white, hints, flipped, last, whiteToMove)
		checkGrids(t, v)
		checkText(t, v)
	})
}
