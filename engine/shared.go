package engine

import (
	"slices"

	"othellobot/rules"
)

// BoardWeights is the number of weights that evaluate one board.
const BoardWeights = usedLanes + 5

// WeightsOf returns the indices of the weights that add up to the value of a board for
// the side to move. Some may occur twice. The side must have a legal move.
func WeightsOf(own, opp rules.Bitboard) (indices [BoardWeights]int32) {
	b := board{own, opp}
	f := featuresOf(b)
	for lane := range usedLanes {
		indices[lane] = int32(offsets[lanes.pattern[lane]] + f.lane(lane))
	}
	ownMoves, theirMoves, ownFrontier, theirFrontier, odd := traitsOf(b, b.moves(), b.pass().moves())
	for i, trait := range [...]int{ownMoves, theirMoves, ownFrontier, theirFrontier, odd} {
		indices[usedLanes+i] = int32(traitsAt + trait)
	}
	return indices
}

// Stage returns the weights of a stage in 1/[WeightUnit] disc, by index. They must not be
// changed.
func (w *Weights) Stage(n int) []int16 { return w.stages[n][:allWeights] }

// mirrored returns, for each index of p, the index after a symmetry that maps the squares of
// p onto themselves. It returns nil if p has no such symmetry.
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

// SharedWeights returns, for each index of a weight, the lowest index of a weight that
// rotated or reflected boards use in its place. Both weights have the same value.
func SharedWeights() []int32 {
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
		all[traitsAt+oddAt+odd] = int32(traitsAt + oddAt + canonicalOddness(odd))
	}
	return all
}
