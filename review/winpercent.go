package review

import (
	"math"
	"slices"
)

// Worth holds the worth of discs. [Worth.Percent] turns a lead into a chance to win.
type Worth struct {
	Knots []Knot  // by rising number of empty squares, with linear interpolation
	Fade  float64 // how fast further discs lose worth as the lead grows; above 0
}

// Knot is the worth of the first disc of a lead at a number of empty squares.
type Knot struct {
	Empties int
	K       float64
}

// fitted was found by mill reviews -fit -games 1840 -quick 20000 with the even-numbered
// tournament games. It predicts the odd-numbered games as well (lab/mill/README.md).
var fitted = Worth{
	Knots: []Knot{{1, 9}, {3, 2.512}, {5, 1.107}, {7, .660}, {9, .377}, {12, .219}, {16, .167}, {24, .149}, {44, .132}, {50, .132}, {58, .083}},
	Fade:  .443,
}

// WinPercent returns the chance to win, in percent, of a side with a lead in discs and a number of empty
// squares. A draw counts as half a win. Players weaker than those of tournaments often lose leads that would
// win there.
func WinPercent(discs float64, empties int) float64 { return fitted.Percent(discs, empties) }

// Fitted returns the worth that [WinPercent] uses.
func Fitted() Worth { return Worth{slices.Clone(fitted.Knots), fitted.Fade} }

// Percent returns 100/(1+e^(−x)), where x is asinh(fade·k·discs)/fade. A linear x is too flat near a draw and
// too steep far from it: large leads come from games where both sides make mistakes.
func (w Worth) Percent(discs float64, empties int) float64 {
	return 100 / (1 + math.Exp(-math.Asinh(w.Fade*w.k(empties)*discs)/w.Fade))
}

func (w Worth) k(empties int) float64 {
	last := w.Knots[0]
	for _, knot := range w.Knots {
		if empties <= knot.Empties {
			if knot == last {
				break
			}
			part := float64(empties-last.Empties) / float64(knot.Empties-last.Empties)
			return last.K + part*(knot.K-last.K)
		}
		last = knot
	}
	return last.K
}
