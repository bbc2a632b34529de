package engine

import "othellobot/rules"

// Stages divide a game by empty squares; each has weights of its own.
const (
	Stages     = 15
	StagePlies = 4
)

// StageOf is the stage of a board with so many empty squares, 0 the first.
func StageOf(empties int) int { return max(0, min((60-empties)/StagePlies, Stages-1)) }

// stageWeights are the weights of one stage in 1/[WeightUnit] disc, those of a
// pattern at its offset plus its index. Behind any offset there is room for every
// number of a lane, so that indices need no check.
type stageWeights [9 << (laneBits - 1)]int16

// WeightUnit is how many units a disc has in weights, valueUnit in the values
// of a search.
const (
	WeightUnit  = valueUnit << weightShift
	weightShift = 2
	valueUnit   = 8
)

// offsets is where the weights of each pattern begin, and behind them those of
// the traits.
var offsets = makeOffsets()

func makeOffsets() (all [len(patterns) + 1]int) {
	for i, p := range patterns {
		size := 1
		for range squaresOf(p.squares) {
			size *= 3
		}
		all[i+1] = all[i] + size
	}
	return all
}

// wordOffsets are the offsets by the word of the features.
var wordOffsets = makeWordOffsets()

func makeWordOffsets() (all [featureWords]int) {
	for word := range all {
		all[word] = offsets[lanes.pattern[4*word]]
	}
	return all
}

// allWeights is how many weights a stage has, traitsAt where those of the traits
// begin.
var (
	traitsAt   = offsets[len(patterns)]
	allWeights = traitsAt + traitWeights
)

// Weights evaluate positions of all stages of a game.
type Weights struct{ stages [Stages]stageWeights }

// Value estimates by the weights how much a board is worth to the side to move, in
// discs, without looking ahead.
func (w *Weights) Value(own, opp rules.Bitboard) float64 {
	p := nodeOf(board{own, opp})
	return float64(w.evaluate(&p, p.moves(), p.board.pass().moves())) / valueUnit
}

// evaluate returns what the weights take p, where the two sides have the given moves, to
// be worth to the side to move, in 1/valueUnit disc. A side without a move is valued
// by what the other one then has, a finished game by its margin.
func (w *Weights) evaluate(p *node, moves, theirs rules.Bitboard) int {
	stage := &w.stages[StageOf(p.empties().Len())]
	switch {
	case moves != 0:
		return stage.value(p, moves, theirs)
	case theirs != 0:
		next := p.pass()
		return -stage.value(&next, theirs, moves)
	}
	return valueUnit * p.margin()
}

// value returns what p, where the two sides have the given moves, is worth to the side to
// move, in 1/valueUnit disc.
func (w *stageWeights) value(p *node, moves, theirs rules.Bitboard) int {
	sum := w.ofTraits(p.board, moves, theirs)
	f := &p.features
	for i := range featureWords - 1 {
		of, word := w.behind(wordOffsets[i]), f[i]
		sum += int(of[uint16(word)]) + int(of[uint16(word>>16)]) + int(of[uint16(word>>32)]) + int(of[word>>48])
	}
	of, word := w.behind(wordOffsets[featureWords-1]), f[featureWords-1]
	sum += int(of[uint16(word)]) + int(of[uint16(word>>16)])
	v := (sum + 1<<weightShift/2) >> weightShift
	return max(-maxEval, min(v, maxEval))
}

// behind are the weights from an offset on.
func (w *stageWeights) behind(offset int) *[1 << laneBits]int16 {
	return (*[1 << laneBits]int16)(w[offset:])
}

// ofTraits adds up the weights of the traits.
func (w *stageWeights) ofTraits(b board, moves, theirs rules.Bitboard) int {
	own, their, ownFrontier, theirFrontier, odd := eachTrait(b, moves, theirs)
	of := w.behind(traitsAt)
	return int(of[uint16(own)]) + int(of[uint16(their)]) + int(of[uint16(ownFrontier)]) +
		int(of[uint16(theirFrontier)]) + int(of[uint16(odd)])
}

// maxEval is the highest evaluation: below that of any margin
// that is certain.
const maxEval = 64*valueUnit - 1
