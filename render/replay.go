package render

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/gif"
	"io"
	"slices"
	"strconv"

	"othellobot/rules"
)

// Replay is an animation of a game, 441 by 505 pixels. It marks and names each move, and shows both
// sides with their discs. It lasts at most 20 seconds, the last board for 3 of them, and repeats.
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

// Still returns a picture of the last board, for users who do not want motion.
func (r Replay) Still() Diagram {
	v := View{Position: r.Start, Last: rules.NoSquare}
	for _, move := range r.legal() {
		v.Flipped, v.Last = v.Position.Flips(move), move
		v.Position, _ = v.Position.Play(move)
	}
	return Diagram{View: v, Better: rules.NoSquare, Colors: r.Colors}
}

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
		marked, flipped := v.Flipped|rules.SetOf(v.Last), v.Position.Flips(move) // SetOf is empty for NoSquare
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

// legal returns the moves that the replay shows.
func (r Replay) legal() []rules.Square {
	p, moves := r.Start, r.Moves[:min(len(r.Moves), MaxPlies)]
	for i, move := range moves {
		next, err := p.Play(move)
		if err != nil {
			return moves[:i]
		}
		p = next
	}
	return moves
}

// film records successive pictures of a canvas.
type film struct {
	canvas   *canvas
	standing standing
	table    *colorTable
	colors   color.Palette // those of the table, and a transparent one for unchanged pixels
	shown    []byte        // the last picture, by colour number
	frames   []*image.Paletted
	delays   []int
}

// newFilm returns an empty film of a game. It chooses the colours from samples of cells and text.
func newFilm(r Replay) *film {
	p := r.Colors.palette()
	c, samples := newCanvas(p, standingHeight), newCanvas(p, standingHeight)
	for kind := range cellKinds {
		samples.stamp(kind, imageSize/2, frameWidth+cellSize*int(kind)+cellSize)
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
	f.shown = bytes.Repeat([]byte{filmColors + 1}, imageSize*c.Rect.Dy())
	return f
}

func (f *film) count(p rules.Position) {
	f.standing.discs(rules.Black, p.Black.Len())
	f.standing.discs(rules.White, p.White.Len())
}

const filmColors = 31 // more colours look no better, and make the file 50 % larger

// expose records a frame that differs from the one before only inside part.
func (f *film) expose(part image.Rectangle, delay int) {
	frame := f.table.numbered(f.canvas.RGBA, part)
	frame.Palette = f.colors
	unchanged := uint8(len(f.colors) - 1) // transparent
	for y := part.Min.Y; y < part.Max.Y; y++ {
		now := frame.Pix[frame.PixOffset(part.Min.X, y):][:part.Dx()]
		before := f.shown[y*imageSize+part.Min.X:]
		for x, number := range now {
			if before[x] == number {
				now[x] = unchanged
			}
			before[x] = number
		}
	}
	f.frames, f.delays = append(f.frames, frame), append(f.delays, delay)
}

func (f *film) file() []byte {
	f.delays[len(f.delays)-1] = lastDelay
	size := image.Config{ColorModel: f.colors, Width: imageSize, Height: imageSize + standingHeight}
	return encoded(func(w io.Writer) error {
		return gif.EncodeAll(w, &gif.GIF{Image: f.frames, Delay: f.delays, Config: size})
	})
}
