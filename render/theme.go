package render

import (
	"image"
	"image/draw"
	"image/png"
	"io"
	"sync"

	"othellobot/rules"
)

// Theme is a set of symbols for the squares of an emoji grid. A theme without symbols draws as
// classic. A Theme is comparable.
type Theme struct {
	Name    string
	Symbols [cellKinds]string // by contents of a square, in the order of [Tiles]; all or none
}

// Themes returns all themes, in the order for offering them. The black discs of classic vanish on
// some dark backgrounds. Moon and vivid avoid this.
func Themes() []Theme {
	return []Theme{
		{"classic", classic},
		{"moon", [cellKinds]string{"🟩", "🟦", "🌑", "🌕", "🌚", "🌝", "🌑", "🌕"}},
		{"vivid", [cellKinds]string{"🟦", "🟩", "🔴", "🟡", "🔴", "🟡", "🔴", "🟡"}},
	}
}

var classic = [cellKinds]string{"🟩", "🟦", "⚫", "⚪", "⚫", "⚪", "⚫", "⚪"}

// ThemeNamed returns the theme with exactly this name, or the zero theme and false.
func ThemeNamed(name string) (Theme, bool) {
	for _, t := range Themes() {
		if t.Name == name {
			return t, true
		}
	}
	return Theme{}, false
}

// Disc returns the symbol to put next to the name of a colour. It is empty if the discs are black and
// white, because the name is then enough.
func (t Theme) Disc(c rules.Color) string {
	symbols := t.symbols()
	if t.Name == tilesName || symbols[cellBlack] == classic[cellBlack] {
		return ""
	}
	return symbols[cellBlack+cell(c)]
}

// MarksFlips reports whether the theme marks the discs turned over last.
func (t Theme) MarksFlips() bool { return t.Name == tilesName }

// Colors returns the picture colours that go with the theme.
func (t Theme) Colors() Colors {
	switch t.Name {
	case "moon":
		return ColorsNight
	case "vivid":
		return ColorsVivid
	default:
		return ColorsGreen
	}
}

func (t Theme) symbols() [cellKinds]string {
	if t.Symbols[cellEmpty] == "" {
		return classic
	}
	return t.Symbols
}

// Tile is a small picture of one square, for uploading as a custom emoji.
type Tile struct {
	Name string // two letters or more, a to z
	PNG  []byte // 128 by 128 pixels
}

const tilesName = "tiles" // the theme with tiles as symbols

// tileNames holds short names, since a grid repeats them 64 times.
var tileNames = [cellKinds]string{
	cellEmpty: "emp", cellHint: "leg",
	cellBlack: "blk", cellWhite: "wht",
	cellBlackLast: "bkl", cellWhiteLast: "whl",
	cellBlackFlipped: "bkf", cellWhiteFlipped: "whf",
}

// Tiles returns the eight tiles for the boards of [TileTheme]. They leave no gap side by side. The
// first call draws them. They must not be changed.
var Tiles = sync.OnceValue(func() (tiles []Tile) {
	for kind, name := range tileNames {
		tiles = append(tiles, Tile{name, encoded(func(w io.Writer) error { return png.Encode(w, drawTile(cell(kind))) })})
	}
	return tiles
})

// TileTheme returns the theme "tiles". code returns the emoji code for the name of an uploaded tile.
func TileTheme(code func(name string) string) Theme {
	t := Theme{Name: tilesName}
	for kind, name := range tileNames {
		t.Symbols[kind] = code(name)
	}
	return t
}

const (
	tileSize     = 128
	tileLine     = 3          // half of the line between two squares
	hintHole     = 12         // radius of the hole in a hint
	tileHint ink = 0xffe08aff // neutral, because both sides share the tile
)

// tileMeasures has larger marks than a picture of a board, since a tile is often shown 22
// pixels wide.
var tileMeasures = measures{side: tileSize, hint: 24, last: 20, face: 44, disc: 50, flipped: 59}

// drawTile draws a square with its contents, opaque up to its corners, so that no background shows
// through a board. A hint is a ring, which is clear even without colours.
func drawTile(kind cell) image.Image {
	tile, p := image.NewRGBA(image.Rect(0, 0, tileSize, tileSize)), ColorsGreen.palette()
	paintRectangle(tile, tile.Bounds(), p.line)
	paintRectangle(tile, tile.Bounds().Inset(tileLine), p.felt)
	if kind == cellEmpty {
		return tile
	}
	draw.Draw(tile, tile.Bounds(), drawSprite(kind, tileMeasures, p, tileHint), image.Point{}, draw.Over)
	if kind == cellHint {
		paintCircle(tile, tileSize/2, tileSize/2, hintHole, p.felt)
	}
	return tile
}
