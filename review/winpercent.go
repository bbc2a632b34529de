package review

import "math"

// Worth says how much a disc is worth, by empty squares: the k of [Worth.Percent] at
// some numbers of them, in rising order, with straight lines between.
type Worth []Knot

// Knot is the worth of a disc with so many squares empty.
type Knot struct {
	Empties int
	K       float64
}

// fitted holds what engine reviews -fit -games 1200 -quick 20000 finds with tournament
// games of even numbers. Those of odd numbers are as often won as it says
// (BENCHMARKS.md).
var fitted = Worth{
	{2, 1.458}, {5, .477}, {8, .283}, {12, .137}, {18, .120}, {24, .108}, {48, .108}, {56, .081},
}

// WinPercent is the chance to win, in percent, of a side that is worth so many discs
// with so many squares empty. A draw counts as half a win.
func WinPercent(discs float64, empties int) float64 { return fitted.Percent(discs, empties) }

// Percent is 100/(1+e^(−k·discs)).
func (w Worth) Percent(discs float64, empties int) float64 {
	return 100 / (1 + math.Exp(-w.k(empties)*discs))
}

func (w Worth) k(empties int) float64 {
	last := w[0]
	for _, knot := range w {
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

// Sample is a position of a game that is over.
type Sample struct {
	Discs   float64 // what it was worth to one side
	Empties int
	Points  float64 // that side's: 1 for a win, 0.5 for a draw
}

// Fit is the worth with the same knots under which the samples are most likely, if it
// is not to rise with the empty squares.
func Fit(samples []Sample) Worth {
	w := append(Worth(nil), fitted...)
	for range 12 {
		for i := range w {
			most, least := 5.0, 0.01
			if i > 0 {
				most = w[i-1].K
			}
			if i+1 < len(w) {
				least = w[i+1].K
			}
			w[i].K = w.likeliest(i, least, most, samples)
		}
	}
	return w
}

// likeliest is the k of a knot between two bounds under which the samples are most
// likely, by golden sections.
func (w Worth) likeliest(knot int, least, most float64, samples []Sample) float64 {
	const golden = 0.6180339887498949
	at := func(k float64) float64 {
		tried := append(Worth(nil), w...)
		tried[knot].K = k
		return tried.surprise(samples)
	}
	for most-least > 1e-4 {
		low, high := most-golden*(most-least), least+golden*(most-least)
		if at(low) < at(high) {
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
