package train

import (
	"math/rand/v2"

	"othellobot/engine"
)

// Fit holds the settings for fitting weights to samples.
type Fit struct {
	Epochs int     // number of times each sample is used
	Rate   float64 // how far an often used weight moves in the first epoch, in discs, if every error is one disc
	Seed   uint64  // of the order of the samples

	// Start holds the initial weights. If nil, each stage starts with the fitted weights
	// of the next one.
	Start *Weights

	// Level holds positions from games. After fitting, the values of each stage are shifted so
	// that they are right on average for these positions. If nil, they are not shifted. The
	// shift corrects for samples that are not from games: they move all values in one direction.
	Level []Sample

	// Progress, if not nil, is called with the number of samples used and their total,
	// over all epochs and stages.
	Progress func(done, of int)
}

// example is a sample with the numbers of the weights that evaluate it.
type example struct {
	weights [engine.BoardWeights]int32
	value   float32
}

// stage fits the weights of one stage by stochastic gradient descent on the squared
// error. The step of a weight shrinks with the number of its examples, and all steps
// shrink with the epochs. The weights begin with start; weights without examples keep
// these values. It calls the function used once after each epoch. The same arguments give
// the same weights.
func (f Fit) stage(terms *Terms, samples []Sample, start []float32, used func()) []float32 {
	examples := make([]example, len(samples))
	steps := make([]float32, terms.Len())
	for i, s := range samples {
		examples[i] = example{terms.Of(s.Own, s.Opp), s.Value}
		for _, at := range examples[i].weights {
			steps[at]++
		}
	}
	for i, seen := range steps {
		steps[i] = float32(f.Rate / (float64(seen) + fewSeen))
	}
	w := make([]float32, terms.Len())
	copy(w, start)
	dice := rand.New(rand.NewPCG(f.Seed, 0))
	for epoch := range f.Epochs {
		slower := 1 / (1 + 4*float32(epoch)/float32(f.Epochs))
		dice.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := range examples {
			examples[i].descend(w, steps, slower)
		}
		used()
	}
	return w
}

// fewSeen slows weights with few examples: one with this many examples moves half as far.
const fewSeen = 3000

// miss returns by how much the example's value exceeds its evaluation.
func (e *example) miss(w []float32) float32 {
	miss := e.value
	for _, at := range e.weights {
		miss -= w[at]
	}
	return miss
}

// descend makes the steps of one example. The conversion prevents a fused multiply-add,
// which would round differently on some machines.
func (e *example) descend(w, steps []float32, slower float32) {
	miss := e.miss(w) * slower
	for _, at := range e.weights {
		w[at] += float32(steps[at] * miss)
	}
}

// Weights fits the weights of all stages, each to the samples of its plies and of a few
// more on either side. It begins with the last stage, which has solved samples.
func (f Fit) Weights(samples []Sample) (w Weights) {
	var near [engine.Stages][]Sample
	done, all := 0, 0
	for stage := range near {
		for _, s := range samples {
			if isNear(s, stage) {
				near[stage] = append(near[stage], s)
			}
		}
		all += f.Epochs * len(near[stage])
	}
	terms := NewTerms()
	var fitted []float32
	for stage := engine.Stages - 1; stage >= 0; stage-- {
		if f.Start != nil {
			fitted = f.Start[stage]
		}
		fitted = f.stage(terms, near[stage], fitted, func() {
			done += len(near[stage])
			if f.Progress != nil {
				f.Progress(done, all)
			}
		})
		w[stage] = fitted
	}
	for stage := range w {
		f.level(terms, w[stage], stage)
	}
	return w
}

// level shifts all values of a stage equally. It adds to the weights of the last trait,
// because the value of each board includes exactly one of them.
func (f Fit) level(terms *Terms, w []float32, stage int) {
	var misses float64
	count := 0
	last := map[int32]bool{}
	for _, s := range f.Level {
		if engine.StageOf(s.Empties()) != stage {
			continue
		}
		e := example{terms.Of(s.Own, s.Opp), s.Value}
		misses += float64(e.miss(w))
		count++
		last[e.weights[engine.BoardWeights-1]] = true
	}
	for at := range last {
		w[at] += float32(misses / float64(count))
	}
}

// isNear reports whether a sample is used for a stage.
func isNear(s Sample, stage int) bool {
	const overlap = 2 // plies
	empties := s.Empties()
	return engine.StageOf(empties-overlap) == stage || engine.StageOf(empties) == stage || engine.StageOf(empties+overlap) == stage
}
