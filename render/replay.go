package render

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"slices"
	"strconv"

	"othellobot/rules"
)

// Replay is an animation of a game, 441 by 505 pixels. It marks and names each move, and
// shows both sides with their discs below the board. It lasts at most 20 seconds, rests
// for 3 of them on the last board, and repeats.
type Replay struct {
	Start  rules.Position
	Moves  []rules.Square // entries after [MaxPlies], and from the first illegal one on, are left out
	Names  [2]string      // of the sides, as in a [Side]
	Colors Colors
}

func (r Replay) Named(names [2]string) Picture {
	r.Names = [2]string{cmp.Or(names[0], r.Names[0]), cmp.Or(names[1], r.Names[1])}
	return r
}

func (Replay) Format() Format { return GIF }

// Duration of frames, in hundredths of a second.
const (
	firstDelay = 80
	moveDelay  = 80 // at most
	lastDelay  = 300
	filmDelay  = 2000 // the whole film, at most
)

func (r Replay) Draw() []byte {
	moves := r.legal()
	f := newFilm(r)
	v := View{Position: r.Start, Last: rules.NoSquare}
	f.canvas.drawAll(v)
	f.count(v.Position)
	f.expose(f.canvas.Rect, firstDelay)
	delay := min(moveDelay, (filmDelay-firstDelay-lastDelay)/max(len(moves)-1, 1))
	for i, move := range moves {
		marked := v.Flipped
		if v.Last != rules.NoSquare {
			marked |= rules.SetOf(v.Last)
		}
		flipped := v.Position.Flips(move)
		v.Position, _ = v.Position.Play(move)
		v.Last, v.Flipped = move, flipped
		f.count(v.Position)
		f.standing.caption(strconv.Itoa(i+1) + ". " + move.String())
		changed := f.standing.changing()
		for s := range (marked | flipped | rules.SetOf(move)).Squares() {
			f.canvas.draw(v, s)
			changed = changed.Union(cellBounds(s))
		}
		f.expose(changed, delay)
	}
	return f.file()
}

func (r Replay) legal() []rules.Square {
	p := r.Start
	for i, move := range r.Moves[:min(len(r.Moves), MaxPlies)] {
		next, err := p.Play(move)
		if err != nil {
			return r.Moves[:i]
		}
		p = next
	}
	return r.Moves[:min(len(r.Moves), MaxPlies)]
}

// film records successive pictures of a canvas.
type film struct {
	canvas   *canvas
	standing standing
	table    *colorTable
	colors   color.Palette // those of the table, and a transparent one for unchanged pixels
	shown    *image.Paletted
	frames   []*image.Paletted
	delays   []int
}

// newFilm returns an empty film of a game. It chooses the colours from a sample of all
// cells and texts.
func newFilm(r Replay) *film {
	p := r.Colors.palette()
	c, samples := newCanvas(p, standingHigh), newCanvas(p, standingHigh)
	for kind := range cellKinds {
		samples.stamp(kind, imageSize/2, frameWide+cellSize*int(kind)+cellSize)
	}
	f := &film{canvas: samples, standing: newStanding(samples)}
	f.count(rules.Start())
	f.standing.caption("0123456789abcdefgh")
	f.table = tableOf(samples.RGBA, filmColors)
	f.canvas, f.standing = c, newStanding(c)
	for side, name := range r.Names {
		f.standing.side(rules.Color(side), Side{Name: name})
	}
	f.colors = append(slices.Clone(f.table.colors), color.RGBA{})
	return f
}

func (f *film) count(p rules.Position) {
	f.standing.discs(rules.Black, p.Black.Len())
	f.standing.discs(rules.White, p.White.Len())
}

const filmColors = 31 // more colours look no better, and make the file 50 % larger

// expose records a frame that differs from the one before only inside the rectangle part.
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

// keep makes the unchanged pixels of a frame transparent.
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

func (f *film) file() []byte {
	f.delays[len(f.delays)-1] = lastDelay
	var file bytes.Buffer
	err := gif.EncodeAll(&file, &gif.GIF{
		Image: f.frames, Delay: f.delays,
		Config: image.Config{ColorModel: f.colors, Width: imageSize, Height: imageSize + standingHigh},
	})
	if err != nil {
		panic("render: a replay: " + err.Error()) // a buffer never fails
	}
	return file.Bytes()
}
