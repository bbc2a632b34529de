package main

import (
	"math"
	"slices"
)

// outcome is a position with its lead and the result of its game.
type outcome struct {
	discs   float64 // value of the position for one side
	empties int
	points  float64 // for that side: 1 for a win, 0.5 for a draw
}

// fitCurve returns the curve that makes the outcomes most likely. Its knots have the same
// numbers of empty squares as the bot's. The worth of a disc never rises with the number of empty squares.
func fitCurve(outcomes []outcome) winCurve {
	w := winCurve{slices.Clone(fitted.knots), fitted.fade}
	for range 12 {
		w.fade = likeliest(.05, 2, func(fade float64) float64 {
			return surprise(winCurve{knots: w.knots, fade: fade}, outcomes)
		})
		for i := range w.knots {
			most, least := 9.0, 0.01
			if i > 0 {
				most = w.knots[i-1].k
			}
			if i+1 < len(w.knots) {
				least = w.knots[i+1].k
			}
			near := nearKnot(w, i, outcomes)
			w.knots[i].k = likeliest(least, most, func(k float64) float64 {
				tried := winCurve{knots: slices.Clone(w.knots), fade: w.fade}
				tried.knots[i].k = k
				return surprise(tried, near)
			})
		}
	}
	return w
}

// biasOf returns by how many discs the outcomes are overvalued, according to w.
func biasOf(w winCurve, outcomes []outcome) float64 {
	shifted := slices.Clone(outcomes)
	return likeliest(-8, 8, func(bias float64) float64 {
		for i, o := range outcomes {
			shifted[i].discs = o.discs - bias
		}
		return surprise(w, shifted)
	})
}

// nearKnot returns the outcomes that a knot influences.
func nearKnot(w winCurve, knot int, outcomes []outcome) (near []outcome) {
	from, to := w.knots[max(0, knot-1)].empties, w.knots[min(knot+1, len(w.knots)-1)].empties
	for _, o := range outcomes {
		if (o.empties > from || knot <= 1) && (o.empties < to || knot >= len(w.knots)-2) {
			near = append(near, o)
		}
	}
	return near
}

// likeliest returns the number between two bounds with the least surprise, by
// golden-section search.
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

// surprise returns the negative log-likelihood of outcomes.
func surprise(w winCurve, outcomes []outcome) (sum float64) {
	for _, o := range outcomes {
		p := max(1e-9, min(w.percent(o.discs, o.empties)/100, 1-1e-9))
		sum -= o.points*math.Log(p) + (1-o.points)*math.Log(1-p)
	}
	return sum
}

// winCurve turns a lead in discs into a chance to win ([winCurve.percent]).
type winCurve struct {
	knots []knot  // by rising number of empty squares, with linear interpolation
	fade  float64 // how fast further discs lose worth as the lead grows; above 0
}

// knot is the worth of the first disc of a lead at a number of empty squares.
type knot struct {
	empties int
	k       float64
}

// fitted was found by mill reviews -fit -games 1840 -quick 20000 with the even-numbered
// tournament games. In the others it is right within two points (lab/mill/README.md).
var fitted = winCurve{
	knots: []knot{{1, 9}, {3, 2.512}, {5, 1.107}, {7, .660}, {9, .377}, {12, .219}, {16, .167}, {24, .149}, {44, .132}, {50, .132}, {58, .083}},
	fade:  .443,
}

// winPercent returns the chance to win, in percent, of a side with a lead in discs and a number of empty
// squares. A draw counts as half a win. Players weaker than those of tournaments often lose leads that would
// win there.
func winPercent(discs float64, empties int) float64 { return fitted.percent(discs, empties) }

// percent returns 100/(1+e^(−x)), where x is asinh(fade·k·discs)/fade. A linear x is too flat near a draw and
// too steep far from it: large leads come from games where both sides make mistakes.
func (w winCurve) percent(discs float64, empties int) float64 {
	return 100 / (1 + math.Exp(-math.Asinh(w.fade*w.worth(empties)*discs)/w.fade))
}

func (w winCurve) worth(empties int) float64 {
	last := w.knots[0]
	for _, knot := range w.knots {
		if empties <= knot.empties {
			if knot == last {
				break
			}
			part := float64(empties-last.empties) / float64(knot.empties-last.empties)
			return last.k + part*(knot.k-last.k)
		}
		last = knot
	}
	return last.k
}
