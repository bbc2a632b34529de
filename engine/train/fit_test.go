package train

import (
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/engine"
)

// TestFitFinds draws positions with known values and finds weights for them.
func TestFitFinds(t *testing.T) {
	var samples []Sample
	for seed := range uint64(400) {
		if p, ok := Opening(rand.New(rand.NewPCG(seed, 0)), 30); ok && p.Empties().Len() == 30 {
			const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63
			own, opp := p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())
			lead := (own & corners).Len() - (opp & corners).Len()
			samples = append(samples, Sample{own, opp, float32(3*lead + p.Legal().Len()/4 + 2)})
		}
	}
	fit := Fit{Epochs: 20, Rate: 25, Seed: 7}
	stage := engine.StageOf(30)
	fitted, again := fit.Weights(samples), fit.Weights(samples)
	if !slices.EqualFunc(fitted[:], again[:], slices.Equal) {
		t.Error("the same samples give other weights")
	}
	before, after := MeanError(new(engine.Weights), samples), MeanError(written(t, fitted), samples)
	if after[stage].Error > before[stage].Error/2 || after[stage].Samples != len(samples) || len(samples) < 300 {
		t.Errorf("error %+v, before %+v", after[stage], before[stage])
	}
}
