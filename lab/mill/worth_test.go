package main

import (
	"math"
	"testing"
)

// TestFitCurve recovers the curve that made the outcomes.
func TestFitCurve(t *testing.T) {
	var outcomes []outcome
	for empties := 1; empties <= 60; empties++ {
		for discs := -20; discs <= 20; discs++ {
			points := winPercent(float64(discs)/2, empties) / 100 // half the worth of a disc
			outcomes = append(outcomes, outcome{float64(discs), empties, points})
		}
	}
	found := fitCurve(outcomes)
	if bias := biasOf(found, outcomes); math.Abs(bias) > 0.01 {
		t.Errorf("%v discs too many", bias)
	}
	for i := range outcomes {
		outcomes[i].discs += 1.5
	}
	if bias := biasOf(found, outcomes); math.Abs(bias-1.5) > 0.01 {
		t.Errorf("%v discs too many, want 1.5", bias)
	}
	for empties := 1; empties <= 60; empties++ {
		if got, want := found.percent(8, empties), winPercent(4, empties); math.Abs(got-want) > 1 {
			t.Errorf("%d empty: %.2f, want %.2f", empties, got, want)
		}
	}
}

// TestWinPercent checks that the chances of both sides add up to 100 and rise with the discs. From
// one move to the next, they must rise by at most five points until 14 squares are empty.
func TestWinPercent(t *testing.T) {
	for empties := range 61 {
		for discs := range 64 {
			win := winPercent(float64(discs), empties)
			if sum := win + winPercent(-float64(discs), empties); math.Abs(sum-100) > 1e-9 {
				t.Fatalf("%d discs, %d empty: both sides have %v", discs, empties, sum)
			}
			if discs > 0 && win < winPercent(float64(discs-1), empties) {
				t.Errorf("%d discs, %d empty: less than with one less", discs, empties)
			}
			before := winPercent(float64(discs), empties+1)
			if win < before || empties > 14 && win > before+5 {
				t.Errorf("%d discs: %.1f %% with %d empty, %.1f %% with one more", discs, win, empties, before)
			}
		}
	}
}
