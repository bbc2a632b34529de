package engine

import (
	"slices"

	"othellobot/rules"
)

// Terms numbers the weights that evaluate a board. Weights shared by rotated and
// reflected boards have one number. The numbers of a stage run from 0 to Len()-1, in the
// order of a file of weights ([WeightsHeader]). Terms are immutable and safe for
// concurrent use.
type Terms struct {
	numbers []int32 // number of each weight
	len     int
}

// NewTerms returns the terms. It takes some milliseconds.
func NewTerms() *Terms {
	t := new(Terms)
	t.numbers = sharers()
	for i, at := range t.numbers {
		if int(at) != i {
			t.numbers[i] = t.numbers[at] // at is less than i
			continue
		}
		t.numbers[i] = int32(t.len)
		t.len++
	}
	return t
}

// Len returns the number of different weights in a stage.
func (t *Terms) Len() int { return t.len }

// BoardTerms is the number of weights that evaluate one board.
const BoardTerms = usedLanes + len(traits{})

// Of returns the numbers of the weights that add up to the value of a board for the side
// to move. Some numbers may occur twice. The side to move must have a legal move.
func (t *Terms) Of(own, opp rules.Bitboard) (numbers [BoardTerms]int32) {
	b := board{own, opp}
	f := featuresOf(b)
	for lane := range usedLanes {
		numbers[lane] = t.numbers[offsets[lanes.pattern[lane]]+f.lane(lane)]
	}
	for i, trait := range traitsOf(b, b.moves()) {
		numbers[usedLanes+i] = t.numbers[traitsAt+trait]
	}
	return numbers
}

// Discs returns the weights of a stage in discs, indexed by number.
func (t *Terms) Discs(w *Weights, stage int) []float32 {
	discs := make([]float32, t.len)
	for i, number := range t.numbers {
		discs[number] = float32(w.stages[stage][i]) / WeightUnit
	}
	return discs
}

// mirrored returns, for each index of p, the index of the same discs in a mirror that
// maps p onto itself. It returns nil if p has no such mirror.
func mirrored(p pattern) []int {
	base := squaresOf(p.squares)
	for turn := rules.Symmetry(1); turn < rules.Symmetries; turn++ {
		image := make([]rules.Square, len(base))
		for i, s := range base {
			image[i] = turn.Square(s)
		}
		if rules.SetOf(image...) == rules.SetOf(base...) {
			return permuted(base, image)
		}
	}
	return nil
}

// permuted returns a map of indices: the digit of base[i] moves to the place of image[i]
// in base.
func permuted(base, image []rules.Square) []int {
	size := 1
	places := make([]int, len(image)) // value of the digit of base[i] in the image
	for _, s := range base {
		places[slices.Index(image, s)] = size
		size *= 3
	}
	indices := make([]int, size)
	for index := range indices {
		rest := index
		for _, place := range places {
			indices[index] += rest % 3 * place
			rest /= 3
		}
	}
	return indices
}

// sharers returns, for each weight, the lowest weight that a rotated or reflected board
// uses in its place.
func sharers() []int32 {
	all := make([]int32, allWeights)
	for i := range all {
		all[i] = int32(i)
	}
	for i, p := range patterns {
		for index, mirror := range mirrored(p) {
			if mirror < index {
				all[offsets[i]+index] = int32(offsets[i] + mirror)
			}
		}
	}
	for odd := range 1 << len(quarters) {
		all[traitsAt+oddAt+odd] = int32(traitsAt + oddAt + alikeOddness(odd))
	}
	return all
}
