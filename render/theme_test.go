package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"othellobot/rules"
)

func TestThemes(t *testing.T) {
	var names []string
	for _, theme := range Themes() {
		names = append(names, theme.Name)
		if got, ok := ThemeNamed(theme.Name); !ok || got != theme {
			t.Errorf("ThemeNamed(%q) = %+v, %v", theme.Name, got, ok)
		}
	}
	if got, want := strings.Join(names, " "), "classic moon vivid"; got != want {
		t.Errorf("themes %q, want %q", got, want)
	}
	for _, name := range []string{"", "Moon", "moon ", "tiles"} {
		if got, ok := ThemeNamed(name); ok || got != (Theme{}) {
			t.Errorf("ThemeNamed(%q) = %+v, %v; want none", name, got, ok)
		}
	}
}

func named(name string) Theme {
	theme, _ := ThemeNamed(name)
	return theme
}

func TestThemeDisc(t *testing.T) {
	tests := []struct {
		theme        Theme
		black, white string
	}{
		{Theme{}, "", ""},
		{Theme{Name: "tiles"}, "", ""},
		{TileTheme(strings.ToUpper), "", ""},
		{named("classic"), "", ""},
		{named("moon"), "🌑", "🌕"},
		{named("vivid"), "🔴", "🟡"},
	}
	for _, test := range tests {
		black, white := test.theme.Disc(rules.Black), test.theme.Disc(rules.White)
		if black != test.black || white != test.white || test.theme.MarksFlips() != (test.theme.Name == "tiles") {
			t.Errorf("%q: discs %q and %q, want %q and %q", test.theme.Name, black, white, test.black, test.white)
		}
	}
}

// TestThemeWithoutSymbolsDrawsAsClassic checks that a theme without symbols never leaves
// holes in a board.
func TestThemeWithoutSymbolsDrawsAsClassic(t *testing.T) {
	v := midgameView(t)
	for _, s := range surfaces {
		want := Emoji(v, named("classic"), s.surface)
		for _, theme := range []Theme{{}, {Name: "tiles"}} {
			if got := Emoji(v, theme, s.surface); got != want {
				t.Errorf("%s: theme %q draws\n%s\nwant\n%s", s.name, theme.Name, got, want)
			}
		}
	}
}

func TestThemeOfTiles(t *testing.T) {
	own := TileTheme(func(name string) string { return "<" + name + ">" })
	for _, s := range surfaces {
		grid := Emoji(midgameView(t), own, s.surface)
		row4 := strings.Split(grid, "\n")[4]
		if want := "<leg><blk><blk><blk><whf><wht><leg><emp>"; !strings.HasSuffix(row4, want) {
			t.Errorf("%s: row 4 is %q, want it to end in %q", s.name, row4, want)
		}
		if n := strings.Count(grid, "<whl>"); n != 1 {
			t.Errorf("%s: %d discs placed last, want 1", s.name, n)
		}
	}
}

func tilePictures(t testing.TB) map[string]image.Image {
	t.Helper()
	pictures := map[string]image.Image{}
	for _, tile := range Tiles() {
		picture, kind, err := image.Decode(bytes.NewReader(tile.PNG))
		if err != nil || kind != "png" {
			t.Fatalf("%s: %q, %v", tile.Name, kind, err)
		}
		pictures[tile.Name] = picture
	}
	return pictures
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

// contrast returns the contrast ratio of https://www.w3.org/TR/WCAG22/, from 1 to 21.
func contrast(a, b color.Color) float64 {
	p, q := luminance(a), luminance(b)
	return (max(p, q) + 0.05) / (min(p, q) + 0.05)
}

// TestTilesCanBeUploaded checks the limits of Discord. A file may have 256 KiB,
// https://docs.discord.com/developers/resources/emoji; a name has 2 to 32 characters,
// https://github.com/discord/discord-api-spec.
func TestTilesCanBeUploaded(t *testing.T) {
	const largest = 256 << 10
	form := regexp.MustCompile(`^[a-z]{2,32}$`)
	var names []string
	for _, tile := range Tiles() {
		names = append(names, tile.Name)
		if !form.MatchString(tile.Name) {
			t.Errorf("%q is no name", tile.Name)
		}
		if len(tile.PNG) > largest {
			t.Errorf("%s: %d bytes, more than %d", tile.Name, len(tile.PNG), largest)
		}
		if size := decode(t, tile.PNG).Bounds(); size != image.Rect(0, 0, 128, 128) {
			t.Errorf("%s is %v, want 128 by 128", tile.Name, size)
		}
	}
	if got, want := strings.Join(names, " "), "emp leg blk wht bkl whl bkf whf"; got != want {
		t.Errorf("tiles %q, want %q", got, want)
	}
}

// TestTilesGolden compares all tiles in one picture, in their order.
func TestTilesGolden(t *testing.T) {
	tiles := Tiles()
	row := image.NewRGBA(image.Rect(0, 0, tileSize*len(tiles), tileSize))
	for i, tile := range tiles {
		place := image.Rect(0, 0, tileSize, tileSize).Add(image.Pt(i*tileSize, 0))
		draw.Draw(row, place, decode(t, tile.PNG), image.Point{}, draw.Src)
	}
	checkPicture(t, "testdata/tiles.png", row)
}

// TestTilesJoin checks that adjacent tiles look like one board on any background.
func TestTilesJoin(t *testing.T) {
	pictures := tilePictures(t)
	for name, picture := range pictures {
		for y := range tileSize {
			for x := range tileSize {
				if _, _, _, alpha := picture.At(x, y).RGBA(); alpha != 0xffff {
					t.Fatalf("%s: the background shows at %d, %d", name, x, y)
				}
				inside := image.Pt(x, y).In(picture.Bounds().Inset(tileLine))
				if !inside && distance(picture.At(x, y), pictures["emp"].At(x, y)) > 0 {
					t.Fatalf("%s: its disc or mark reaches the edge at %d, %d", name, x, y)
				}
			}
		}
	}
}

// TestTilesContrast checks that graphics have a contrast of at least 3.
func TestTilesContrast(t *testing.T) {
	const half = tileSize / 2
	pictures := tilePictures(t)
	type spot struct {
		tile  string
		right int // pixels to the right of the middle
	}
	for _, test := range []struct {
		name   string
		a, b   spot
		enough float64
	}{
		{"black disc on green", spot{"blk", 0}, spot{"emp", 0}, 3},
		{"white disc on green", spot{"wht", 0}, spot{"emp", 0}, 3},
		{"black disc and white disc", spot{"blk", 0}, spot{"wht", 0}, 12},
		{"hint on green", spot{"leg", 18}, spot{"emp", 0}, 3},
		{"hint and its hole", spot{"leg", 18}, spot{"leg", 0}, 3},
		{"last mark on a black disc", spot{"bkl", 0}, spot{"bkl", 30}, 3},
		{"last mark on a white disc", spot{"whl", 0}, spot{"whl", 30}, 3},
		{"rim of a black disc on green", spot{"bkf", -57}, spot{"emp", 0}, 3},
		{"rim of a white disc on green", spot{"whf", -57}, spot{"emp", 0}, 3},
		{"rim of a white disc and the line around the disc", spot{"whf", -57}, spot{"whf", -52}, 3},
		{"that line and the disc", spot{"whf", -52}, spot{"whf", 0}, 3},
		{"grid and green", spot{"emp", -64}, spot{"emp", 0}, 3},
	} {
		at := func(s spot) color.Color { return pictures[s.tile].At(half+s.right, half) }
		if got := contrast(at(test.a), at(test.b)); got < test.enough {
			t.Errorf("%s: contrast %.2f, want %v", test.name, got, test.enough)
		}
	}
}

// TestTileThemeLength checks that a grid leaves room in a message of 2,000 characters.
func TestTileThemeLength(t *testing.T) {
	const longest = 1722
	theme := TileTheme(func(name string) string { return "<:" + name + ":1234567890123456789>" })
	for _, v := range append(sampleViews(t, 100), View{Hints: ^rules.Bitboard(0)}) {
		if n := len(utf16.Encode([]rune(Emoji(v, theme, SurfaceKeycaps)))); n > longest {
			t.Fatalf("%d characters, more than the %d promised\n%s", n, longest, Text(v))
		}
	}
}

// TestContrast checks the contrasts of every theme: discs with the board and each other,
// marks with their background, and text with the frame.
func TestContrast(t *testing.T) {
	const graphics, writing = 3, 4.5 // https://www.w3.org/TR/WCAG22/#non-text-contrast and #contrast-minimum
	for _, name := range []string{"classic", "moon", "vivid", tilesName} {
		p := Theme{Name: name}.Colors().palette()
		black, white := p.face[rules.Black], p.face[rules.White]
		for _, pair := range []struct {
			what string
			a, b ink
			want float64
		}{
			{"black discs on the board", black, p.felt, graphics},
			{"white discs on the board", white, p.felt, graphics},
			{"black and white discs", black, white, graphics},
			{"the last move on a black disc", p.last, black, graphics},
			{"the last move on a white disc", p.last, white, graphics},
			{"a better move", p.better, p.felt, graphics},
			{"lines between squares", p.line, p.felt, graphics},
			{"rims on the board", p.flipped, p.felt, graphics},
			{"rims and the line inside them", p.flipped, p.edge[rules.Black], graphics},
			{"white discs and the line around them", white, p.edge[rules.Black], graphics},
			{"writing", p.label, p.frame, writing},
		} {
			if got := contrast(pair.a, pair.b); got < pair.want {
				t.Errorf("%s, %s: contrast %.2f, want %v", name, pair.what, got, pair.want)
			}
		}
	}
}
