package render

import (
	"image"
	"strconv"

	"othellobot/rules"
)

// Curve is a picture of who led in a game and by how much, 441 by 260 pixels. Black's lead
// is drawn above the line in the middle, White's below it.
type Curve struct {
	Leads  []int8 // Black's lead in discs, -64 to 64, by ply from 0 on; those after [MaxPlies] are left out
	Turn   uint8  // the ply at which the game turned, marked by a line; 0 for none
	Colors Colors
}

// MaxPlies is how many moves a picture shows at most. No game from the start has more.
const MaxPlies = 60

// Format implements [Picture].
func (Curve) Format() Format { return PNG }

// The measures of a curve.
const (
	curveTall = 260
	curveStep = 6 // between two plies
	curveHalf = 100
)

// curvePlot is where the curve itself is drawn.
func curvePlot() image.Rectangle {
	const left, top = 46, 24
	return image.Rect(left, top, left+curveStep*MaxPlies+1, top+2*curveHalf+1)
}

// Draw implements [Picture].
func (c Curve) Draw() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, imageSize, curveTall))
	p, plot := c.Colors.palette(), curvePlot()
	paintRectangle(picture, picture.Rect, p.frame)
	paintRectangle(picture, plot, p.felt)
	c.drawGrid(picture, p)
	leads := c.Leads[:min(len(c.Leads), MaxPlies+1)]
	for ply := 1; ply < len(leads); ply++ {
		from, to := c.point(ply-1), c.point(ply)
		paintLead(picture, p, from, to)
	}
	c.drawSides(picture, p)
	paintRectangle(picture, image.Rect(plot.Min.X, curveMiddle(), plot.Min.X+curveStep*max(0, len(leads)-1)+1, curveMiddle()+2), p.label)
	if turn := int(c.Turn); turn > 0 && turn < len(leads) {
		at := c.point(turn)
		paintRectangle(picture, image.Rect(int(at[0])-1, plot.Min.Y, int(at[0])+1, plot.Max.Y), p.better)
		paintDiamond(picture, at[0], at[1], 8, p.frame)
		paintDiamond(picture, at[0], at[1], 6.5, p.better)
		newPen(picture, p.better, 15).centre(strconv.Itoa(turn), int(at[0]), plot.Min.Y-7)
	}
	return encodePNG(picture)
}

func curveMiddle() int { return curvePlot().Min.Y + curveHalf }

// most is the lead at the top of the plot.
func (c Curve) most() int {
	most := 16
	for _, lead := range c.Leads {
		for ; max(int(lead), -int(lead)) > most; most *= 2 {
		}
	}
	return most
}

// point is where a ply's lead is in the picture.
func (c Curve) point(ply int) [2]float32 {
	return [2]float32{
		float32(curvePlot().Min.X + curveStep*ply),
		float32(curveMiddle()) + 0.5 - float32(c.Leads[ply])*curveHalf/float32(c.most()),
	}
}

// drawGrid draws what the curve is read by.
func (c Curve) drawGrid(picture *image.RGBA, p palette) {
	plot, most := curvePlot(), c.most()
	labels := newPen(picture, p.label, 14)
	for ply := 0; ply <= MaxPlies; ply += 10 {
		x := plot.Min.X + curveStep*ply
		paintRectangle(picture, image.Rect(x, plot.Min.Y, x+1, plot.Max.Y), p.line)
		labels.centre(strconv.Itoa(ply), x, curveTall-12)
	}
	for _, lead := range []int{-most, -most / 2, 0, most / 2, most} {
		y := curveMiddle() - lead*curveHalf/most
		paintRectangle(picture, image.Rect(plot.Min.X, y, plot.Max.X, y+1), p.line)
		labels.right(strconv.Itoa(max(lead, -lead)), plot.Min.X-6, y+5)
	}
}

// drawSides draws a disc of either side in its half, at the left where games are even.
func (c Curve) drawSides(picture *image.RGBA, p palette) {
	x := float32(curvePlot().Min.X + 18)
	for color, y := range []int{rules.Black: curveMiddle() - curveHalf + 18, rules.White: curveMiddle() + curveHalf - 18} {
		paintCircle(picture, x, float32(y), 12.5, p.felt)
		paintCircle(picture, x, float32(y), 11, p.edge[color])
		paintCircle(picture, x, float32(y), 9.5, p.face[color])
	}
}

// paintLead paints what is between the line in the middle and the curve from one ply to
// the next, each side's lead in the colour of its discs.
func paintLead(picture *image.RGBA, p palette, from, to [2]float32) {
	middle := float32(curveMiddle()) + 0.5
	above, below := from[1] < middle || to[1] < middle, from[1] > middle || to[1] > middle
	switch {
	case above && below:
		x := from[0] + (to[0]-from[0])*(middle-from[1])/(to[1]-from[1])
		paintLead(picture, p, from, [2]float32{x, middle})
		paintLead(picture, p, [2]float32{x, middle}, to)
	case above:
		paintPolygon(picture, p.face[rules.Black], from, to, [2]float32{to[0], middle}, [2]float32{from[0], middle})
	case below:
		paintPolygon(picture, p.face[rules.White], from, to, [2]float32{to[0], middle}, [2]float32{from[0], middle})
	}
}
