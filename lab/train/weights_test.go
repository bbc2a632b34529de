package train

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// TestWeightsRoundTrip evaluates boards by random weights that were written and read.
func TestWeightsRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	dice := rand.New(rand.NewPCG(1, 1))
	terms := NewTerms()
	var w Weights
	for stage := range w {
		w[stage] = make([]float32, terms.Len())
		for i := range w[stage] {
			w[stage][i] = float32(dice.IntN(2*engine.WeightUnit)-engine.WeightUnit) / engine.WeightUnit
		}
	}
	read := written(t, w)
	for p := rules.Start(); !p.Over(); p, _ = p.Play(random.Move(dice, p.Legal())) {
		own, opp := p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())
		sum := 0.0
		for _, number := range terms.Of(own, opp) {
			sum += float64(w[engine.StageOf(p.Empties().Len())][number])
		}
		if got := read.Value(own, opp); got < sum-0.1 || got > sum+0.1 {
			t.Errorf("%v, want %v\n%s", got, sum, p.FormatBoard())
		}
	}
}

// TestWeightsOf writes the weights of the engine again, and checks that other weights
// have another sum.
func TestWeightsOf(t *testing.T) {
	w := WeightsOf(engine.Trained())
	again := WeightsOf(written(t, w))
	if !slices.EqualFunc(w[:], again[:], slices.Equal) || w.Sum() != again.Sum() {
		t.Error("the weights have changed")
	}
	again[3][17]++
	if w.Sum() == again.Sum() {
		t.Error("other weights have the same sum")
	}
}

// TestWeightsBounded writes weights that are too large for a file.
func TestWeightsBounded(t *testing.T) {
	terms := NewTerms()
	var w Weights
	for stage := range w {
		w[stage] = make([]float32, terms.Len())
		for i := range w[stage] {
			w[stage][i] = 1e9
		}
	}
	p := rules.Start()
	if got := written(t, w).Value(p.Black, p.White); got < 63 {
		t.Errorf("%v", got)
	}
}

// written writes weights and returns them as the engine reads them.
func written(t *testing.T, w Weights) *engine.Weights {
	t.Helper()
	var file bytes.Buffer
	if err := w.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := engine.ReadWeights(&file)
	if err != nil {
		t.Fatal(err)
	}
	return read
}
