package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// TestMeasure computes by hand the error of zero weights, which value all positions as
// even, and of the trained weights.
func TestMeasure(t *testing.T) {
	_, p := random.Opening(rand.New(rand.NewPCG(1, 1)), 20)
	_, q := random.Opening(rand.New(rand.NewPCG(2, 1)), 21)
	sample := func(p rules.Position, value float32) Sample {
		return Sample{p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), value}
	}
	none, trained := new(engine.Weights), engine.Trained()
	of := trained.Value(sample(p, 0).Own, sample(p, 0).Opp)
	games := [][]Sample{
		{sample(p, 2), sample(q, 5)},
		{sample(p, -6)},
		{sample(q, 1)},
	}
	got := Measure(none, trained, games, 3, func(s Sample) int { return s.Empties() - 39 })
	gains := []float64{math.Abs(of-2) - 2, math.Abs(of+6) - 6}
	mean := (gains[0] + gains[1]) / 2
	want := Accuracy{
		Positions: 2, Error: 4, Bias: 2, Gain: mean,
		GainDeviation: math.Hypot(gains[0]-mean, gains[1]-mean) / 2,
	}
	if a := got[1]; a.Positions != want.Positions || a.Error != want.Error || a.Bias != want.Bias ||
		math.Abs(a.Gain-want.Gain) > 1e-9 || math.Abs(a.GainDeviation-want.GainDeviation) > 1e-9 {
		t.Errorf("%+v, want %+v", a, want)
	}
	if a := got[0]; a.Positions != 2 || a.Error != 3 || a.Bias != -3 {
		t.Errorf("%+v", a)
	}
	if got[2] != (Accuracy{}) {
		t.Errorf("%+v without positions", got[2])
	}
}
