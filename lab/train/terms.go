package train

import (
	"othellobot/engine"
	"othellobot/rules"
)

// Terms numbers the different weights of a stage: those shared by rotated and reflected
// boards have one number. The numbers run from 0 to Len()-1, in the order of a file of
// weights ([engine.WeightsHeader]). Terms are immutable and safe for concurrent use.
type Terms struct {
	numbers []int32 // by index of the weight
	len     int
}

// NewTerms returns the terms. It takes some milliseconds.
func NewTerms() *Terms {
	t := &Terms{numbers: engine.SharedWeights()}
	for i, shared := range t.numbers {
		if int(shared) != i {
			t.numbers[i] = t.numbers[shared] // shared is less than i
			continue
		}
		t.numbers[i] = int32(t.len)
		t.len++
	}
	return t
}

// Len returns the number of different weights in a stage.
func (t *Terms) Len() int { return t.len }

// Of returns the numbers of the weights that add up to the value of a board for the side
// to move. Some numbers may occur twice. The side to move must have a legal move.
func (t *Terms) Of(own, opp rules.Bitboard) (numbers [engine.BoardWeights]int32) {
	for i, index := range engine.WeightsOf(own, opp) {
		numbers[i] = t.numbers[index]
	}
	return numbers
}

// Discs returns the weights of a stage in discs, by number.
func (t *Terms) Discs(w *engine.Weights, stage int) []float32 {
	discs := make([]float32, t.len)
	for i, weight := range w.Stage(stage) {
		discs[t.numbers[i]] = float32(weight) / engine.WeightUnit
	}
	return discs
}
