package review

import (
	"math"
	"slices"
)

// Worth says how much a disc is worth: [Worth.Percent] turns a lead into the chance to
// win.
type Worth struct {
	Knots []Knot  // in rising order of empty squares, with straight lines between
	Fade  float64 // how fast a disc loses its worth the further the lead grows; above 0
}

// Knot is the worth of the first disc of a lead with so many squares empty.
type Knot struct {
	Empties int
	K       float64
}

// fitted was found by mill reviews -fit -games 1840 -quick 20000 with tournament games
// of even numbers. In those of odd numbers leads are won as often as it says
// (lab/mill/README.md).
var fitted = Worth{
	Knots: []Knot{{1, 9}, {3, 2.512}, {5, 1.107}, {7, .660}, {9, .377}, {12, .219}, {16, .167}, {24, .149}, {44, .132}, {50, .132}, {58, .083}},
	Fade:  .443,
}

// WinPercent is the chance to win, in percent, of a side that is worth so many discs
// with so many squares empty. A draw counts as half a win. It holds for players of
// tournaments: weaker ones win back, and lose, leads that decide a game here.
func WinPercent(discs float64, empties int) float64 { return fitted.Percent(discs, empties) }

// Fitted is the worth that [WinPercent] goes by.
func Fitted() Worth { return Worth{slices.Clone(fitted.Knots), fitted.Fade} }

// Percent is 100/(1+e^(−x)), where x is k·discs for small leads and grows like their
// logarithm for large ones: asinh(fade·k·discs)/fade. Straight lines are too flat near a
// draw and too steep far from it, because whoever leads far has mostly met somebody who
// makes mistakes, and makes some as well.
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
