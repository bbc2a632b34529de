package render

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"strconv"

	"othellobot/rules"
)

// Replay is an animation of a game, 441 by 441 pixels, with each move marked, numbered and
// named. It plays again and again, and rests on the last board.
type Replay struct {
	Start  rules.Position
	Moves  []rules.Square // those after [MaxPlies] and from the first illegal one on are left out
	Colors Colors
}

// Format implements [Picture].
func (Replay) Format() Format { return GIF }

// How long a frame of a replay is seen, in hundredths of a second.
const (
	firstDelay = 120
	moveDelay  = 80
	lastDelay  = 500
)

// Draw implements [Picture].
func (r Replay) Draw() []byte {
	f := newFilm(r.Colors.palette())
	v := View{Position: r.Start, Last: rules.NoSquare}
	f.canvas.drawAll(v)
	f.expose(f.canvas.Rect, firstDelay)
	for i, move := range r.Moves[:min(len(r.Moves), MaxPlies)] {
		flipped := v.Position.Flips(move)
		next, err := v.Position.Play(move)
		if err != nil {
			break
		}
		marked := v.Flipped
		if v.Last != rules.NoSquare {
			marked |= rules.SetOf(v.Last)
		}
		v = View{Position: next, Last: move, Flipped: flipped}
		changed := f.caption(strconv.Itoa(i+1) + "  " + move.String())
		for s := range (marked | flipped | rules.SetOf(move)).Squares() {
			f.canvas.draw(v, s)
			changed = changed.Union(cellBounds(s))
		}
		f.expose(changed, moveDelay)
	}
	return f.file()
}

// film takes pictures of a canvas one after the other.
type film struct {
	canvas *canvas
	pen    *pen
	table  *colorTable
	colors color.Palette // those of the table, and one for what stays as it was
	shown  *image.Paletted
	frames []*image.Paletted
	delays []int
}

// newFilm is a film of boards with these colours.
func newFilm(p palette) *film {
	c := newCanvas(p, 0)
	samples := newCanvas(p, 0)
	for kind := range cellKinds {
		samples.stamp(kind, imageSize/2, frameWide+cellSize*int(kind)+cellSize)
	}
	f := &film{canvas: c}
	f.pen = newPen(samples, p.label, captionSize)
	f.caption("0123456789abcdefgh")
	f.table = tableOf(samples.RGBA, filmColors)
	f.pen = newPen(c, p.label, captionSize)
	f.colors = append(slices.Clone(f.table.colors), color.RGBA{})
	return f
}

// filmColors is how many colours a film has: with more of them it would be seen no
// better, and be half as large again.
const filmColors = 31

const captionSize = 15

// caption writes a line below the board, and gives where it is.
func (f *film) caption(text string) image.Rectangle {
	const wide = 100
	at := image.Rect(imageSize/2-wide, imageSize-frameThin+1, imageSize/2+wide, imageSize)
	paintRectangle(f.canvas, at, f.canvas.palette.frame)
	f.pen.centre(text, imageSize/2, imageSize-5)
	return at
}

// expose takes a picture, of which only a part differs from the one before.
func (f *film) expose(part image.Rectangle, delay int) {
	frame := f.table.numbered(f.canvas.RGBA, part)
	frame.Palette = f.colors
	if f.shown == nil {
		f.shown = &image.Paletted{Pix: slices.Clone(frame.Pix), Stride: frame.Stride, Rect: frame.Rect, Palette: frame.Palette}
	} else {
		f.keep(frame)
	}
	f.frames, f.delays = append(f.frames, frame), append(f.delays, delay)
}

// keep leaves out of a frame what is shown already.
func (f *film) keep(frame *image.Paletted) {
	same := uint8(len(f.colors) - 1)
	for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
		now := frame.Pix[frame.PixOffset(frame.Rect.Min.X, y):][:frame.Rect.Dx()]
		before := f.shown.Pix[f.shown.PixOffset(frame.Rect.Min.X, y):]
		for x, number := range now {
			if before[x] == number {
				now[x] = same
			} else {
				before[x] = number
			}
		}
	}
}

// file writes the film.
func (f *film) file() []byte {
	f.delays[len(f.delays)-1] = lastDelay
	var file bytes.Buffer
	err := gif.EncodeAll(&file, &gif.GIF{
		Image: f.frames, Delay: f.delays,
		Config: image.Config{ColorModel: f.colors, Width: imageSize, Height: imageSize},
	})
	if err != nil {
		panic("render: a replay: " + err.Error()) // a buffer takes everything
	}
	return file.Bytes()
}
