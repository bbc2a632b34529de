package render

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"
)

// Picture describes an image: a [Diagram], a [Card], a [Curve] or a [Replay].
type Picture interface {
	// Draw returns the image file. The same picture gives the same bytes. A Replay takes up to
	// half a second of processor time, other pictures some milliseconds.
	Draw() []byte

	Format() Format

	code(*coder) Picture // encodes the visible part, or decodes and returns a picture of this kind
}

// Namer is a picture that can show the names of both sides.
type Namer interface {
	Picture

	// Named returns the picture with these names, by colour. An empty name keeps the old one.
	Named(names [2]string) Picture
}

// Format is the format of an image, and the extension of its file.
type Format string

const (
	PNG Format = "png"
	GIF Format = "gif"
)

func (f Format) MediaType() string { return "image/" + string(f) }

type colorTable struct {
	colors  color.Palette
	numbers map[uint32]uint8 // by 0xRRGGBB
}

// tableOf returns a table of the most frequent colours of an opaque picture. Other colours, such as
// those of smooth edges, get the number of the nearest one.
func tableOf(picture *image.RGBA, most int) *colorTable {
	counts := make(map[uint32]int)
	for i := 0; i < len(picture.Pix); {
		c, from := colorAt(picture.Pix[i:]), i
		for i += 4; i < len(picture.Pix) && colorAt(picture.Pix[i:]) == c; i += 4 {
		}
		counts[c] += i - from
	}
	byCount := slices.SortedFunc(maps.Keys(counts), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	t := &colorTable{numbers: make(map[uint32]uint8)}
	for _, c := range byCount[:min(len(byCount), most)] {
		t.numbers[c] = uint8(len(t.colors))
		t.colors = append(t.colors, opaque(c))
	}
	return t
}

// colorAt returns the colour of a pixel as 0xRRGGBB.
func colorAt(pixel []uint8) uint32 {
	return uint32(pixel[0])<<16 | uint32(pixel[1])<<8 | uint32(pixel[2])
}

func opaque(c uint32) color.RGBA { return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff} }

func (t *colorTable) number(c uint32) uint8 {
	n, known := t.numbers[c]
	if !known {
		n = uint8(t.colors.Index(opaque(c)))
		t.numbers[c] = n
	}
	return n
}

// numbered returns a part of a picture with its colours as numbers.
func (t *colorTable) numbered(picture *image.RGBA, part image.Rectangle) *image.Paletted {
	list := image.NewPaletted(part, t.colors)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from := picture.Pix[picture.PixOffset(part.Min.X, y):]
		to := list.Pix[list.PixOffset(part.Min.X, y):][:part.Dx()]
		last, number := ^uint32(0), uint8(0)
		for x := range to {
			if c := colorAt(from[4*x:]); c != last {
				last, number = c, t.number(c)
			}
			to[x] = number
		}
	}
	return list
}

func encodePNG(picture *image.RGBA) []byte {
	return encoded(func(w io.Writer) error { return png.Encode(w, tableOf(picture, 256).numbered(picture, picture.Rect)) })
}

// encoded returns the file that encode writes.
func encoded(encode func(io.Writer) error) []byte {
	var file bytes.Buffer
	if err := encode(&file); err != nil {
		panic("render: " + err.Error()) // a buffer never fails
	}
	return file.Bytes()
}
