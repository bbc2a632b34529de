package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/lab/random"
)

// TestFitFinds fits weights to positions with known values.
func TestFitFinds(t *testing.T) {
	var samples []Sample
	for seed := range uint64(400) {
		if _, p := random.Opening(rand.New(rand.NewPCG(seed, 0)), 30); !p.Over() && p.Empties().Len() == 30 {
			const corners = 1<<0 | 1<<7 | 1<<56 | 1<<63
			own, opp := p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())
			lead := (own & corners).Len() - (opp & corners).Len()
			samples = append(samples, Sample{own, opp, float32(3*lead + p.Legal().Len()/4 + 2)})
		}
	}
	fit := Fit{Epochs: 20, Rate: 25, Seed: 7}
	fitted, again := fit.Weights(samples), fit.Weights(samples)
	if !slices.EqualFunc(fitted[:], again[:], slices.Equal) {
		t.Error("the same samples give other weights")
	}
	off := func(w Weights) float64 {
		return Measure(written(t, w), engine.Trained(), [][]Sample{samples}, 1, func(Sample) int { return 0 })[0].Error
	}
	var none Weights
	for stage := range none {
		none[stage] = make([]float32, NewTerms().Len())
	}
	if before, after := off(none), off(fitted); after > before/2 || len(samples) < 300 {
		t.Errorf("error %v, before %v", after, before)
	}
}

// TestFitStarts fits with initial weights. Only weights with examples must change.
func TestFitStarts(t *testing.T) {
	start := WeightsOf(engine.Trained())
	_, p := random.Opening(rand.New(rand.NewPCG(1, 0)), 30)
	sample := Sample{p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), 60}
	stage := engine.StageOf(sample.Empties())
	used := 0
	fitted := Fit{Epochs: 50, Rate: 25, Start: &start, Progress: func(done, of int) {
		if done > of || done < used {
			t.Errorf("%d of %d, %d before", done, of, used)
		}
		used = done
	}}.Weights([]Sample{sample})
	if used == 0 {
		t.Error("Progress was not called")
	}
	terms := NewTerms()
	seen := map[int32]bool{}
	for _, number := range terms.Of(sample.Own, sample.Opp) {
		seen[number] = true
	}
	for number, discs := range fitted[stage] {
		if changed := discs != start[stage][number]; changed != seen[int32(number)] {
			t.Fatalf("weight %d: %v, before %v", number, discs, start[stage][number])
		}
	}
	if !slices.Equal(fitted[0], start[0]) {
		t.Error("a stage without samples has changed")
	}
}

// TestFitLevels checks that all values of a stage shift equally, so that some positions
// are right on average.
func TestFitLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	start := WeightsOf(engine.Trained())
	var level []Sample
	for seed := range uint64(200) {
		if _, p := random.Opening(rand.New(rand.NewPCG(seed, 0)), 30); !p.Over() && p.Empties().Len() == 30 {
			own, opp := p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent())
			level = append(level, Sample{own, opp, 5 + float32(seed%3)})
		}
	}
	stage := engine.StageOf(30)
	fitted := Fit{Epochs: 1, Rate: 0.001, Start: &start, Level: level}.Weights(level[:1])

	measure := func(w Weights) Accuracy {
		return Measure(written(t, w), engine.Trained(), [][]Sample{level}, 1, func(Sample) int { return 0 })[0]
	}
	if before, after := measure(start).Bias, measure(fitted).Bias; math.Abs(before) < 1 || math.Abs(after) > 0.05 {
		t.Errorf("off by %v on average, before %v", after, before)
	}
	terms := NewTerms()
	shift := func(s Sample) (by float32) {
		for _, at := range terms.Of(s.Own, s.Opp) {
			by += fitted[stage][at] - start[stage][at]
		}
		return by
	}
	for _, s := range level[1:] {
		if math.Abs(float64(shift(s)-shift(level[1]))) > 0.01 {
			t.Fatalf("%v is shifted by %v, another by %v", s, shift(s), shift(level[1]))
		}
	}
	if !slices.Equal(fitted[0], start[0]) {
		t.Error("a stage without samples has changed")
	}
}
