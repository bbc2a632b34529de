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
// (BENCHMARKS.md).
var fitted = Worth{
	Knots: []Knot{{1, 9}, {3, 2.512}, {5, 1.107}, {7, .660}, {9, .377}, {12, .219}, {16, .167}, {24, .149}, {44, .132}, {50, .132}, {58, .083}},
	Fade:  .443,
}

// WinPercent is the chance to win, in percent, of a side that is worth so many discs
// with so many squares empty. A draw counts as half a win. It holds for players of
// tournaments: weaker ones win back, and lose, leads that decide a game here.
func WinPercent(discs float64, empties int) float64 { return fitted.Percent(discs, empties) }

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

// Sample is positions of games that are over, alike in what follows.
type Sample struct {
	Discs   float64 // what the position was worth to one side
	Empties int
	Points  float64 // that side's: 1 for a win, 0.5 for a draw
}

// Fit is the worth with the same knots under which the samples are most likely, if the
// worth of a disc is not to rise with the empty squares.
func Fit(samples []Sample) Worth {
	w := Worth{slices.Clone(fitted.Knots), fitted.Fade}
	for range 12 {
		w.Fade = likeliest(.05, 2, func(fade float64) float64 { return Worth{w.Knots, fade}.surprise(samples) })
		for i := range w.Knots {
			most, least := 9.0, 0.01
			if i > 0 {
				most = w.Knots[i-1].K
			}
			if i+1 < len(w.Knots) {
				least = w.Knots[i+1].K
			}
			near := w.near(i, samples)
			w.Knots[i].K = likeliest(least, most, func(k float64) float64 {
				tried := Worth{slices.Clone(w.Knots), w.Fade}
				tried.Knots[i].K = k
				return tried.surprise(near)
			})
		}
	}
	return w
}

// Bias is how many discs the samples should be worth less, so that they come true as
// the worth says.
func (w Worth) Bias(samples []Sample) float64 {
	shifted := slices.Clone(samples)
	return likeliest(-8, 8, func(bias float64) float64 {
		for i, s := range samples {
			shifted[i].Discs = s.Discs - bias
		}
		return w.surprise(shifted)
	})
}

// near are the samples to which a knot makes a difference.
func (w Worth) near(knot int, samples []Sample) (near []Sample) {
	from, to := w.Knots[max(0, knot-1)].Empties, w.Knots[min(knot+1, len(w.Knots)-1)].Empties
	for _, s := range samples {
		if (s.Empties > from || knot <= 1) && (s.Empties < to || knot >= len(w.Knots)-2) {
			near = append(near, s)
		}
	}
	return near
}

// likeliest is the number between two bounds that surprises least, by golden sections.
func likeliest(least, most float64, surprise func(float64) float64) float64 {
	const golden = 0.6180339887498949
	for most-least > 1e-4 {
		low, high := most-golden*(most-least), least+golden*(most-least)
		if surprise(low) < surprise(high) {
			most = high
		} else {
			least = low
		}
	}
	return (least + most) / 2
}

// surprise is the negative logarithm of the likelihood of samples.
func (w Worth) surprise(samples []Sample) (sum float64) {
	for _, s := range samples {
		p := max(1e-9, min(w.Percent(s.Discs, s.Empties)/100, 1-1e-9))
		sum -= s.Points*math.Log(p) + (1-s.Points)*math.Log(1-p)
	}
	return sum
}
