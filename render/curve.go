package render

import (
	"cmp"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"othellobot/rules"
)

// Curve is a picture of the expected final lead during a game, 441 by 318 pixels. Black's lead is above the zero
// line, White's below it. A thin line shows the lead on the board.
type Curve struct {
	Leads   []int8    // Black's expected lead in discs, -64 to 64, by ply from 0; entries after [MaxPlies] are left out
	Board   []int8    // the same for the lead on the board
	Turn    uint8     // the ply of the turning point, marked by a line; 0 without a turning point
	Moments []uint8   // other plies to mark; entries after [MaxMoments] are left out
	Title   string    // shortened and shown like the name of a [Side]
	Line    string    // names the line of the lead on the board, as Title
	Names   [2]string // of the sides, as in a [Side]
	Colors  Colors
}

// Limits of a picture. No game from the start has more moves than MaxPlies.
const (
	MaxPlies   = 60
	MaxMoments = 16
)

func (Curve) Format() Format { return PNG }

func (c Curve) Named(names [2]string) Picture {
	c.Names = [2]string{cmp.Or(names[0], c.Names[0]), cmp.Or(names[1], c.Names[1])}
	return c
}

// Measures of a curve in pixels.
const (
	curveImageHeight = 318
	curveTitle       = 25
	curveNames       = 44 // the middle of the line of names
	curveLeft        = 50
	curveTop         = 76
	plotWidth        = 360
	plotHeight       = 196
	curveInset       = 7 // distance kept from the upper and lower edges
)

var curvePlot = image.Rect(curveLeft, curveTop, curveLeft+plotWidth+1, curveTop+plotHeight+1)

func (c Curve) Draw() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, imageSize, curveImageHeight))
	p, plot := c.Colors.palette(), curvePlot
	paintRectangle(picture, picture.Rect, p.frame)
	paintRectangle(picture, plot, p.felt)
	g := c.graph()
	g.drawGrid(picture, p)
	for ply := 1; ply < len(g.leads); ply++ {
		g.paintLead(picture, p, g.point(ply-1), g.point(ply))
	}
	for ply := 1; ply < min(len(c.Board), len(g.leads)); ply++ {
		g.paintBoard(picture, p, ply, c.Board)
	}
	paintRectangle(picture, image.Rect(plot.Min.X, int(g.zero), int(g.point(len(g.leads) - 1)[0])+1, int(g.zero)+2), p.label)
	c.drawMarks(picture, p, g)
	c.drawSides(picture, p)
	return encodePNG(picture)
}

// graph maps leads to points of the picture.
type graph struct {
	leads    []int8
	step     int     // discs between two lines
	up, down int     // lines above and below zero
	zero     float32 // y of a lead of 0
	x, y     float32 // pixels for a ply and for a disc
}

func (c Curve) graph() graph {
	g := graph{leads: c.Leads[:min(len(c.Leads), MaxPlies+1)], step: 1}
	if len(g.leads) == 0 {
		g.leads = []int8{0}
	}
	all := append(slices.Clone(g.leads), c.Board[:min(len(c.Board), len(g.leads))]...)
	high, low := max(int(slices.Max(all)), 0), max(-int(slices.Min(all)), 0)
	for g.up+g.down == 0 || g.up+g.down > 5 {
		g.step *= 2
		g.up, g.down = max((high+g.step-1)/g.step, 1), max((low+g.step-1)/g.step, 1)
	}
	g.x = plotWidth / float32(max(len(g.leads)-1, 1))
	g.y = (plotHeight - 2*curveInset) / float32(g.step*(g.up+g.down))
	g.zero = float32(math.Round(float64(curveTop+curveInset+g.y*float32(g.step*g.up)))) + 0.5
	return g
}

func (g graph) point(ply int) [2]float32 {
	return g.at(ply, g.leads)
}

func (g graph) at(ply int, leads []int8) [2]float32 {
	return [2]float32{float32(curvePlot.Min.X) + g.x*float32(ply), g.zero - g.y*float32(leads[ply])}
}

func (g graph) drawGrid(picture *image.RGBA, p palette) {
	plot := curvePlot
	labels := newPen(picture, p.label, 14)
	last, step := len(g.leads)-1, 1
	for _, step = range []int{1, 2, 5, 10} {
		if last <= 7*step {
			break
		}
	}
	for ply := 0; ply <= last; ply++ {
		if ply != last && (ply%step != 0 || 5*(last-ply) < 3*step) {
			continue
		}
		x := plot.Min.X + int(g.x*float32(ply))
		paintRectangle(picture, image.Rect(x, plot.Min.Y, x+1, plot.Max.Y), p.line)
		labels.centre(strconv.Itoa(ply), x, plot.Max.Y+18)
	}
	for line := -g.down; line <= g.up; line++ {
		y := int(g.zero - g.y*float32(line*g.step))
		paintRectangle(picture, image.Rect(plot.Min.X, y, plot.Max.X, y+1), p.line)
		label := strconv.Itoa(line * g.step)
		if line > 0 {
			label = "+" + label
		}
		labels.right(strings.Replace(label, "-", "−", 1), plot.Min.X-7, y+5)
	}
}

// drawMarks marks the turning point and the moments, and numbers them where there is room.
func (c Curve) drawMarks(picture *image.RGBA, p palette, g graph) {
	plot, numbers := curvePlot, newPen(picture, p.better, 14)
	var taken []int // centres of the numbers written so far
	number := func(ply int, x float32) {
		const apart = 20
		if !slices.ContainsFunc(taken, func(other int) bool { return max(other-int(x), int(x)-other) < apart }) {
			numbers.centre(strconv.Itoa(ply), int(x), plot.Min.Y-6)
			taken = append(taken, int(x))
		}
	}
	turn := int(c.Turn)
	if turn >= len(g.leads) {
		turn = 0
	}
	if turn > 0 { // the turning point is numbered first, but drawn last
		number(turn, g.point(turn)[0])
	}
	for _, ply := range c.Moments[:min(len(c.Moments), MaxMoments)] {
		if at := int(ply); at > 0 && at < len(g.leads) && at != turn {
			drawMark(picture, p, g.point(at), 5.5)
			number(at, g.point(at)[0])
		}
	}
	if turn > 0 {
		at := g.point(turn)
		paintRectangle(picture, image.Rect(int(at[0])-1, plot.Min.Y, int(at[0])+1, plot.Max.Y), p.better)
		drawMark(picture, p, at, 8)
	}
}

func drawMark(picture *image.RGBA, p palette, at [2]float32, radius float32) {
	paintDiamond(picture, at[0], at[1], radius, p.frame)
	paintDiamond(picture, at[0], at[1], radius-1.5, p.better)
}

func (c Curve) drawSides(picture *image.RGBA, p palette) {
	const radius, nameWidth = 9, plotWidth/2 - 40
	plot, name := curvePlot, newPen(picture, p.label, 16)
	title, line := newPen(picture, p.label, 17), newPen(picture, p.last, 14)
	line.left(line.fit(shortName(c.Line), plotWidth), plot.Min.X, plot.Max.Y+37)
	title.left(title.fit(shortName(c.Title), plotWidth), plot.Min.X, curveTitle)
	for side, x := range []int{rules.Black: plot.Min.X + radius + 3, rules.White: plot.Max.X - radius - 3} {
		paintCircle(picture, float32(x), curveNames, radius+3, p.felt)
		paintCircle(picture, float32(x), curveNames, radius, p.edge[side])
		paintCircle(picture, float32(x), curveNames, radius-1.5, p.face[side])
	}
	name.left(name.fit(shortName(c.Names[rules.Black]), nameWidth), plot.Min.X+2*radius+12, curveNames+6)
	name.right(name.fit(shortName(c.Names[rules.White]), nameWidth), plot.Max.X-2*radius-12, curveNames+6)
}

// paintBoard draws the line of the lead on the board from one ply to the next.
func (g graph) paintBoard(picture *image.RGBA, p palette, ply int, leads []int8) {
	from, to := g.at(ply-1, leads), g.at(ply, leads)
	x, y := from[1]-to[1], to[0]-from[0]
	thick := 1 / float32(math.Hypot(float64(x), float64(y)))
	x, y = x*thick, y*thick
	paintPolygon(picture, p.last, [2]float32{from[0] - x, from[1] - y}, [2]float32{from[0] + x, from[1] + y},
		[2]float32{to[0] + x, to[1] + y}, [2]float32{to[0] - x, to[1] - y})
}

// paintLead fills the area between the zero line and the curve from one ply to the next, in the
// colour of the leading side's discs.
func (g graph) paintLead(picture *image.RGBA, p palette, from, to [2]float32) {
	above, below := from[1] < g.zero || to[1] < g.zero, from[1] > g.zero || to[1] > g.zero
	switch {
	case above && below:
		x := from[0] + (to[0]-from[0])*(g.zero-from[1])/(to[1]-from[1])
		g.paintLead(picture, p, from, [2]float32{x, g.zero})
		g.paintLead(picture, p, [2]float32{x, g.zero}, to)
	case above:
		paintPolygon(picture, p.face[rules.Black], from, to, [2]float32{to[0], g.zero}, [2]float32{from[0], g.zero})
	case below:
		paintPolygon(picture, p.face[rules.White], from, to, [2]float32{to[0], g.zero}, [2]float32{from[0], g.zero})
	}
}
