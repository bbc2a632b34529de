package main

import (
	"math"
	"slices"

	"othellobot/review"
)

// outcome is a position with its lead and the result of its game.
type outcome struct {
	discs   float64 // value of the position for one side
	empties int
	points  float64 // for that side: 1 for a win, 0.5 for a draw
}

// fitCurve returns the curve that makes the outcomes most likely. Its knots have the same
// numbers of empty squares as the bot's. The worth of a disc never rises with the number of empty squares.
func fitCurve(outcomes []outcome) review.WinCurve {
	w := review.FittedCurve()
	for range 12 {
		w.Fade = likeliest(.05, 2, func(fade float64) float64 {
			return surprise(review.WinCurve{Knots: w.Knots, Fade: fade}, outcomes)
		})
		for i := range w.Knots {
			most, least := 9.0, 0.01
			if i > 0 {
				most = w.Knots[i-1].K
			}
			if i+1 < len(w.Knots) {
				least = w.Knots[i+1].K
			}
			near := nearKnot(w, i, outcomes)
			w.Knots[i].K = likeliest(least, most, func(k float64) float64 {
				tried := review.WinCurve{Knots: slices.Clone(w.Knots), Fade: w.Fade}
				tried.Knots[i].K = k
				return surprise(tried, near)
			})
		}
	}
	return w
}

// biasOf returns by how many discs the outcomes are overvalued, according to w.
func biasOf(w review.WinCurve, outcomes []outcome) float64 {
	shifted := slices.Clone(outcomes)
	return likeliest(-8, 8, func(bias float64) float64 {
		for i, o := range outcomes {
			shifted[i].discs = o.discs - bias
		}
		return surprise(w, shifted)
	})
}

// nearKnot returns the outcomes that a knot influences.
func nearKnot(w review.WinCurve, knot int, outcomes []outcome) (near []outcome) {
	from, to := w.Knots[max(0, knot-1)].Empties, w.Knots[min(knot+1, len(w.Knots)-1)].Empties
	for _, o := range outcomes {
		if (o.empties > from || knot <= 1) && (o.empties < to || knot >= len(w.Knots)-2) {
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
func surprise(w review.WinCurve, outcomes []outcome) (sum float64) {
	for _, o := range outcomes {
		p := max(1e-9, min(w.Percent(o.discs, o.empties)/100, 1-1e-9))
		sum -= o.points*math.Log(p) + (1-o.points)*math.Log(1-p)
	}
	return sum
}
