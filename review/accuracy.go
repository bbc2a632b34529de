package review

import (
	"math"

	"othellobot/rules"
)

// Accuracy as lichess has published it (https://lichess.org/page/accuracy): of a move
// by the Win% that it cost, of a side as the mean of two means, of which one gives more
// weight to moves at which Win% was in motion and the other to bad moves
// (https://github.com/lichess-org/lila/blob/master/modules/analyse/src/main/AccuracyPercent.scala).
const (
	accuracyScale  = 103.1668100711649
	accuracyDecay  = 0.04354415386753951
	accuracyOffset = -3.166924740191411 + 1 // of which one is for uncertainty

	leastWeight, mostWeight = 0.5, 12
	leastWindow, mostWindow = 2, 8

	// LeastChoices is how many choices a side must have had to have an accuracy.
	LeastChoices = 10
)

// MoveAccuracy is the accuracy of a move that cost so much Win%, 0 to 100.
func MoveAccuracy(cost float64) float64 {
	if cost <= 0 {
		return 100
	}
	return max(0, min(accuracyScale*math.Exp(-accuracyDecay*cost)+accuracyOffset, 100))
}

// accuracies are those of both sides, over the moves where they had a choice.
func accuracies(moves []Move) (of [2]float64) {
	weights := volatility(moves)
	for _, side := range []rules.Color{rules.Black, rules.White} {
		var sum, weight, inverse, n float64
		for i, m := range moves {
			if m.Color != side || m.Choices < 2 {
				continue
			}
			a := MoveAccuracy(m.Cost())
			sum, weight = sum+weights[i]*a, weight+weights[i]
			inverse, n = inverse+1/max(a, 1), n+1
		}
		if n > 0 {
			of[side] = (sum/weight + n/inverse) / 2
		}
	}
	return of
}

// volatility is the weight of each move: how much Black's Win% moved around it.
func volatility(moves []Move) []float64 {
	curve := []float64{50}
	for _, m := range moves {
		curve = append(curve, m.blackWin())
	}
	window := max(leastWindow, min(len(moves)/10, mostWindow))
	weights := make([]float64, len(moves))
	for i := range weights {
		// As many windows as moves: the first one counts for those that it has no other for.
		from := max(0, i+2-window)
		to := min(from+window, len(curve))
		weights[i] = max(leastWeight, min(deviation(curve[from:to]), mostWeight))
	}
	return weights
}

// deviation is the standard deviation of values.
func deviation(values []float64) float64 {
	var sum, squares float64
	for _, v := range values {
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(values))
	return math.Sqrt(max(0, squares/n-sum*sum/(n*n)))
}
