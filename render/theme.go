package render

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	"othellobot/rules"
)

// Theme is a set of symbols for the squares of an emoji grid. A theme without symbols,
// such as the zero value, draws as classic. A Theme is comparable.
type Theme struct {
	Name    string
	Symbols [cellKinds]string // by contents of a square, as in a [Tile]; all or none
}

// Themes returns all themes, in the order for offering them. Classic has the colours of
// the game, but its black discs vanish on some dark backgrounds. Moon is dark and light,
// visible on all backgrounds; the last disc has a face. Vivid has the greatest contrast
// on every background, and for every kind of colour vision.
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

// Disc returns the symbol to put next to the name of a colour, as in a score line. It is
// empty if the discs are black and white, because the name is then enough.
func (t Theme) Disc(c rules.Color) string {
	symbols := t.symbols()
	if t.Name == tilesName || symbols[cellBlack] == classic[cellBlack] {
		return ""
	}
	return symbols[cellBlack+cell(c)]
}

// MarksFlips reports whether the board shows the discs turned over last.
func (t Theme) MarksFlips() bool { return t.Name == tilesName }

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

// tileNames holds the names of the tiles. They are short, since a grid repeats them 64
// times.
var tileNames = [cellKinds]string{
	cellEmpty: "emp", cellHint: "leg",
	cellBlack: "blk", cellWhite: "wht",
	cellBlackLast: "bkl", cellWhiteLast: "whl",
	cellBlackFlipped: "bkf", cellWhiteFlipped: "whf",
}

// Tiles returns the eight tiles for the boards of [TileTheme]. They leave no gap side by
// side. The first call draws them. They must not be changed.
var Tiles = sync.OnceValue(func() (tiles []Tile) {
	for kind, name := range tileNames {
		var file bytes.Buffer
		if err := png.Encode(&file, drawTile(cell(kind))); err != nil {
			panic("render: a tile: " + err.Error()) // a buffer never fails
		}
		tiles = append(tiles, Tile{Name: name, PNG: file.Bytes()})
	}
	return tiles
})

// TileTheme returns the theme "tiles". code returns the emoji code of an uploaded tile by
// name.
func TileTheme(code func(name string) string) Theme {
	t := Theme{Name: tilesName}
	for kind, name := range tileNames {
		t.Symbols[kind] = code(name)
	}
	return t
}

// Measures of a tile in pixels.
const (
	tileSize = 128
	tileLine = 3  // half of the line between two squares
	hintHole = 12 // radius
)

// tileHint is a neutral colour: a tile does not know whose turn it is.
const tileHint ink = 0xffe08aff

// tileMeasures has larger marks than a picture of a board, since a tile is often shown 22
// pixels wide.
var tileMeasures = measures{side: tileSize, hint: 24, last: 20, face: 44, disc: 50, flipped: 59}

// drawTile draws a square with its contents. It is opaque up to its corners, so that no
// background shows through a board. A hint is a ring, which is clear even without
// colours.
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

// TileText returns the character of [Text] for a tile, or a space if the name is unknown.
func TileText(name string) string {
	if kind := slices.Index(tileNames[:], name); kind >= 0 {
		return textSymbols[kind : kind+1]
	}
	return " "
}
