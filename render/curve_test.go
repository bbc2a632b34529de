package render

import (
	"testing"

	"othellobot/rules"
)

func sampleCurve() Curve {
	c := Curve{Turn: 41, Moments: []uint8{12, 33, 41, 43, 52}, Title: "Black’s lead in discs", Names: [2]string{"Ana", "Bo from the long name"}}
	for _, lead := range []int{
		0, 3, 0, 3, 1, 4, 1, 6, 2, 7, 0, 5, 2, 9, 3, 8, 5, 12, 4, 9, 6, 13, 7, 14, 9, 16, 8, 15, 10, 18,
		12, 21, 14, 22, 11, 20, 10, 19, 8, 14, 5, 2, -8, -3, -12, -9, -17, -10, -20, -14, -24, -19, -25, -20, -28, -22, -26, -24, -30, -27, -28,
	} {
		c.Leads = append(c.Leads, int8(lead))
	}
	return c
}

func TestCurve(t *testing.T) {
	checkPicture(t, "testdata/curve.png", decode(t, sampleCurve().Draw()))
}

// TestCurveReadsBack checks that the leading side's colour touches the zero line.
func TestCurveReadsBack(t *testing.T) {
	for colors := range colorSchemes {
		c := sampleCurve()
		c.Colors, c.Turn, c.Moments = colors, 0, nil
		p, picture, g := colors.palette(), decode(t, c.Draw()), c.graph()
		for ply, lead := range c.Leads {
			if lead > -4 && lead < 4 || ply == len(c.Leads)-1 {
				continue
			}
			x, zero := int(g.point(ply)[0]), int(g.zero)
			above, below := picture.At(x, zero-3), picture.At(x, zero+4)
			if (distance(above, p.face[rules.Black]) < 8) != (lead > 0) || (distance(below, p.face[rules.White]) < 8) != (lead < 0) {
				t.Fatalf("colours %d: a lead of %d at ply %d is drawn as %v over %v", colors, lead, ply, above, below)
			}
		}
	}
}

func TestCurvesOfAnyLength(t *testing.T) {
	for _, leads := range [][]int8{nil, {0}, {64, -64}, {-128, 127}, make([]int8, 200)} {
		for _, turn := range []uint8{0, 1, 60, 255} {
			decode(t, Curve{Leads: leads, Turn: turn, Moments: []uint8{turn, 1, 200}}.Draw())
		}
	}
}
