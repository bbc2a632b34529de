package main

import (
	"math"
	"testing"

	"othellobot/review"
)

// TestFitCurve recovers the curve that made the outcomes.
func TestFitCurve(t *testing.T) {
	var outcomes []outcome
	for empties := 1; empties <= 60; empties++ {
		for discs := -20; discs <= 20; discs++ {
			points := review.WinPercent(float64(discs)/2, empties) / 100 // half the worth of a disc
			outcomes = append(outcomes, outcome{float64(discs), empties, points})
		}
	}
	fitted := fitCurve(outcomes)
	if bias := biasOf(fitted, outcomes); math.Abs(bias) > 0.01 {
		t.Errorf("%v discs too many", bias)
	}
	for i := range outcomes {
		outcomes[i].discs += 1.5
	}
	if bias := biasOf(fitted, outcomes); math.Abs(bias-1.5) > 0.01 {
		t.Errorf("%v discs too many, want 1.5", bias)
	}
	for empties := 1; empties <= 60; empties++ {
		if got, want := fitted.Percent(8, empties), review.WinPercent(4, empties); math.Abs(got-want) > 1 {
			t.Errorf("%d empty: %.2f, want %.2f", empties, got, want)
		}
	}
}
