package render

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/vector"
)

// ink is a [color.Color] as 0xRRGGBBAA, not premultiplied.
type ink uint32

func (i ink) RGBA() (r, g, b, a uint32) {
	return color.NRGBA{uint8(i >> 24), uint8(i >> 16), uint8(i >> 8), uint8(i)}.RGBA()
}

func paintRectangle(picture draw.Image, r image.Rectangle, i ink) {
	draw.Draw(picture, r, image.NewUniform(i), image.Point{}, draw.Src)
}

// paintCircle paints a circle with a smooth edge. No coordinate of the circle may be
// negative; parts outside the picture are left out.
func paintCircle(picture draw.Image, x, y, radius float32, i ink) {
	part := image.Rect(int(x-radius), int(y-radius), int(x+radius)+1, int(y+radius)+1).
		Intersect(picture.Bounds())
	x, y = x-float32(part.Min.X), y-float32(part.Min.Y)

	// A cubic curve with two handles of this length is within 0.03 % of a quarter circle.
	handle := 0.5523 * radius
	left, top, right, bottom := x-radius, y-radius, x+radius, y+radius
	circle := vector.NewRasterizer(part.Dx(), part.Dy())
	circle.MoveTo(x, top)
	circle.CubeTo(x+handle, top, right, y-handle, right, y)
	circle.CubeTo(right, y+handle, x+handle, bottom, x, bottom)
	circle.CubeTo(x-handle, bottom, left, y+handle, left, y)
	circle.CubeTo(left, y-handle, x-handle, top, x, top)
	circle.ClosePath()
	circle.Draw(picture, part, image.NewUniform(i), image.Point{})
}

func paintDiamond(picture draw.Image, x, y, radius float32, i ink) {
	paintPolygon(picture, i, [2]float32{x, y - radius}, [2]float32{x + radius, y}, [2]float32{x, y + radius}, [2]float32{x - radius, y})
}

// paintPolygon paints a polygon with smooth edges. No coordinate may be negative or
// outside the picture.
func paintPolygon(picture draw.Image, i ink, corners ...[2]float32) {
	low, high := corners[0], corners[0]
	for _, c := range corners {
		low, high = [2]float32{min(low[0], c[0]), min(low[1], c[1])}, [2]float32{max(high[0], c[0]), max(high[1], c[1])}
	}
	part := image.Rect(int(low[0]), int(low[1]), int(high[0])+1, int(high[1])+1).Intersect(picture.Bounds())
	shape := vector.NewRasterizer(part.Dx(), part.Dy())
	left, top := float32(part.Min.X), float32(part.Min.Y)
	shape.MoveTo(corners[0][0]-left, corners[0][1]-top)
	for _, c := range corners[1:] {
		shape.LineTo(c[0]-left, c[1]-top)
	}
	shape.ClosePath()
	shape.Draw(picture, part, image.NewUniform(i), image.Point{})
}
