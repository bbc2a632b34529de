package engine

import (
	"slices"

	"othellobot/rules"
)

// Terms names the weights that a board is evaluated by. Those that turned and
// mirrored boards have in common have one number; in a stage the numbers run from 0
// to Len()-1, in the order of a file of weights ([WeightsHeader]). Terms do not change
// once made, and may be used concurrently.
type Terms struct {
	numbers []int32 // of each weight
	len     int
}

// NewTerms makes them, which takes some milliseconds.
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

// Len is how many weights with numbers of their own a stage has.
func (t *Terms) Len() int { return t.len }

// BoardTerms is how many weights evaluate one board.
const BoardTerms = usedLanes + len(traits{})

// Of gives the numbers of the weights, some of them twice, that add up to what a
// board is worth to the side to move, which must have a legal move.
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

// Discs are the weights of a stage in discs, by their numbers.
func (t *Terms) Discs(w *Weights, stage int) []float32 {
	discs := make([]float32, t.len)
	for i, number := range t.numbers {
		discs[number] = float32(w.stages[stage][i]) / WeightUnit
	}
	return discs
}

// mirrored gives, for each index of a pattern, the index of the same discs seen
// in a mirror that maps the pattern onto itself, or nil if it has no such mirror.
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

// permuted gives for each index over the squares base the index that has the
// digit of base[i] at the place where image[i] stands in base.
func permuted(base, image []rules.Square) []int {
	size := 1
	places := make([]int, len(image)) // what the digit of base[i] counts for in the image
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

// sharers gives for each weight the one that stands for it: the lowest of those
// that turned or mirrored boards have instead of it.
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
