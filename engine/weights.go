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
// pattern at its offset plus its index. The array is larger than needed, so that
// no index into it has to be checked.
type stageWeights [1 << 18]int16

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
	return float64(w.evaluate(&p, p.moves())) / valueUnit
}

// evaluate returns what the weights take p, where the side to move has the given moves,
// to be worth to that side, in 1/valueUnit disc. A side without a move is valued
// by what the other one then has, a finished game by its margin.
func (w *Weights) evaluate(p *node, moves rules.Bitboard) int {
	stage := &w.stages[StageOf(p.empties().Len())]
	if moves != 0 {
		return stage.value(&p.features, traitsOf(p.board, moves))
	}
	next := p.pass()
	if moves = next.moves(); moves == 0 {
		return valueUnit * p.margin()
	}
	return -stage.value(&next.features, traitsOf(next.board, moves))
}

// value returns what a board with these features and traits is worth to the side to
// move, in 1/valueUnit disc.
func (w *stageWeights) value(f *features, t traits) int {
	const mask = 1<<18 - 1
	sum := int(w[(traitsAt+t[0])&mask]) + int(w[(traitsAt+t[1])&mask]) + int(w[(traitsAt+t[2])&mask]) +
		int(w[(traitsAt+t[3])&mask]) + int(w[(traitsAt+t[4])&mask])
	for i := range featureWords - 1 {
		at, word := wordOffsets[i], f[i]
		sum += int(w[(at+int(word&0xffff))&mask]) + int(w[(at+int(word>>16&0xffff))&mask]) +
			int(w[(at+int(word>>32&0xffff))&mask]) + int(w[(at+int(word>>48))&mask])
	}
	at, word := wordOffsets[featureWords-1], f[featureWords-1]
	sum += int(w[(at+int(word&0xffff))&mask]) + int(w[(at+int(word>>16&0xffff))&mask])
	v := (sum + 1<<weightShift/2) >> weightShift
	return max(-maxEval, min(v, maxEval))
}

// maxEval is the highest evaluation: below that of any margin
// that is certain.
const maxEval = 64*valueUnit - 1
