package render

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"sync"
)

// Tile is a small picture of one square, to be uploaded as an emoji of one's
// own.
type Tile struct {
	Name string // two letters or more, a to z
	PNG  []byte // 128 by 128 pixels
}

// tilesName is the name of a theme whose symbols are tiles.
const tilesName = "tiles"

// tileNames are short, since a grid repeats them 64 times.
func tileNames() [cellKinds]string {
	return [cellKinds]string{
		cellEmpty: "emp", cellHint: "leg",
		cellBlack: "blk", cellWhite: "wht",
		cellBlackLast: "bkl", cellWhiteLast: "whl",
		cellBlackFlipped: "bkf", cellWhiteFlipped: "whf",
	}
}

// Tiles are the eight tiles of which [TileTheme] makes a board, drawn at the first call. They
// leave no gap when they stand side by side. They must not be changed.
var Tiles = sync.OnceValue(func() (tiles []Tile) {
	for kind, name := range tileNames() {
		var file bytes.Buffer
		if err := png.Encode(&file, drawTile(cell(kind))); err != nil {
			panic("render: a tile: " + err.Error()) // a buffer takes everything
		}
		tiles = append(tiles, Tile{Name: name, PNG: slices.Clone(file.Bytes())})
	}
	return tiles
})

// TileTheme is the theme "tiles", whose symbols are the codes under which the
// tiles of those names were uploaded.
func TileTheme(code func(name string) string) Theme {
	symbols := tileNames()
	for kind, name := range symbols {
		symbols[kind] = code(name)
	}
	return Theme{tilesName, symbols}
}

// The measures of a tile in pixels.
const (
	tileSize = 128
	tileLine = 3  // half of the line between two squares
	hintHole = 12 // radius
)

// tileHint is the colour of neither side: a tile does not know whose turn it is.
const tileHint ink = 0xffe08aff

// tileMeasures give marks more room than those of the picture have: a tile is
// often shown 22 pixels wide.
func tileMeasures() measures {
	return measures{side: tileSize, hint: 24, last: 20, face: 44, disc: 50, flipped: 59}
}

// drawTile draws a square with what lies on it. It is opaque up to its corners,
// so that no background shows through a board. A hint is a ring, to be known by
// its form also where its colour is not seen.
func drawTile(kind cell) image.Image {
	tile, p := image.NewRGBA(image.Rect(0, 0, tileSize, tileSize)), ColorsGreen.palette()
	paintRectangle(tile, tile.Bounds(), p.line)
	paintRectangle(tile, tile.Bounds().Inset(tileLine), p.felt)
	if kind == cellEmpty {
		return tile
	}
	draw.Draw(tile, tile.Bounds(), drawSprite(kind, tileMeasures(), p, tileHint), image.Point{}, draw.Over)
	if kind == cellHint {
		paintCircle(tile, tileSize/2, tileSize/2, hintHole, p.felt)
	}
	return tile
}

// TileText returns what the tile of a name stands for, as [Text] has it, and a space if there
// is no such tile.
func TileText(name string) string {
	names := tileNames()
	if kind := slices.Index(names[:], name); kind >= 0 {
		return textSymbols[kind : kind+1]
	}
	return " "
}
