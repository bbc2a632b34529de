package engine

import (
	"math/rand/v2"

	"othellobot/rules"
)

// Sample is a position with what it is worth to the side to move, in discs.
type Sample struct {
	Own, Opp rules.Bitboard
	Value    float32
}

// Fit says how weights are fitted to samples.
type Fit struct {
	Epochs int     // how often each sample is used
	Rate   float64 // the first step of a weight, in discs for an error of one disc
	Seed   uint64  // of the order of the samples
}

// example is a sample with the weights that judge it.
type example struct {
	weights [usedLanes + len(traits{})]int32
	value   float32
}

// stage fits the weights of one stage by stochastic gradient descent on the
// square of the error. The step of a weight shrinks with the number of examples
// that have it, and for all with the epochs. The same arguments give the same
// weights. They begin as those in start, which what is never seen keeps.
func (f Fit) stage(samples []Sample, start []float32) []float32 {
	shared := sharers()
	examples := make([]example, len(samples))
	steps := make([]float32, len(shared))
	for i, s := range samples {
		examples[i] = exampleOf(s, shared)
		for _, at := range examples[i].weights {
			steps[at]++
		}
	}
	for i, seen := range steps {
		steps[i] = float32(f.Rate / (float64(seen) + fewSeen))
	}
	w := make([]float32, len(shared))
	copy(w, start)
	dice := rand.New(rand.NewPCG(f.Seed, 0))
	for epoch := range f.Epochs {
		slower := 1 / (1 + 4*float32(epoch)/float32(f.Epochs))
		dice.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for i := range examples {
			examples[i].descend(w, steps, slower)
		}
	}
	for i, at := range shared {
		w[i] = w[at]
	}
	return w
}

// fewSeen is the number of examples a weight should have before it moves freely.
const fewSeen = 3000

// descend makes the steps that one example asks for.
func (e *example) descend(w, steps []float32, slower float32) {
	miss := e.value
	for _, at := range e.weights {
		miss -= w[at]
	}
	miss *= slower
	for _, at := range e.weights {
		w[at] += steps[at] * miss
	}
}

func exampleOf(s Sample, shared []int32) (e example) {
	b := board{s.Own, s.Opp}
	f := featuresOf(b)
	for lane := range usedLanes {
		e.weights[lane] = shared[offsets[lanes.pattern[lane]]+f.lane(lane)]
	}
	for i, trait := range traitsOf(b, b.moves()) {
		e.weights[usedLanes+i] = shared[traitsAt+trait]
	}
	e.value = s.Value
	return e
}

// Weights fits the weights of all stages, each to the samples of its plies and
// of a few more on either side. It begins with the last stage, whose samples are
// solved, and from there takes the weights of one stage as a start for the one
// before.
func (f Fit) Weights(samples []Sample) *Weights {
	const overlap = 2
	w := new(Weights)
	var fitted []float32
	for stage := stages - 1; stage >= 0; stage-- {
		var near []Sample
		for _, s := range samples {
			empties := board{s.Own, s.Opp}.empties().Len()
			if stageOf(empties-overlap) == stage || stageOf(empties) == stage || stageOf(empties+overlap) == stage {
				near = append(near, s)
			}
		}
		fitted = f.stage(near, fitted)
		w.set(stage, fitted)
	}
	return w
}
