package engine

import "othellobot/rules"

// Stages divide a game by the number of empty squares. Each stage has its own weights.
const (
	Stages     = 15
	StagePlies = 4
)

// StageOf returns the stage of a board with the given number of empty squares, from 0.
func StageOf(empties int) int { return max(0, min((60-empties)/StagePlies, Stages-1)) }

// stageWeights holds the weights of one stage, in 1/[WeightUnit] disc. A pattern's
// weights are at its offset plus its index. There is room for every lane value behind
// each offset, so that indices need no check.
type stageWeights [9 << (laneBits - 1)]int16

// WeightUnit is the weight that stands for one disc. valueUnit is the search value that
// stands for one disc.
const (
	WeightUnit  = valueUnit << weightShift
	weightShift = 2
	valueUnit   = 8
)

// Offsets of the weights of each pattern and, behind them, of the traits. As constants
// they make evaluation a tenth faster.
const (
	corner3At   = 0
	corner5At   = corner3At + 19_683
	edgesAt     = corner5At + 59_049
	edgeAt      = edgesAt + 59_049
	row2At      = edgeAt + 59_049
	row3At      = row2At + 6_561
	row4At      = row3At + 6_561
	diagonal7At = row4At + 6_561
	diagonal6At = diagonal7At + 2_187
	diagonal5At = diagonal6At + 729
	diagonal8At = diagonal5At + 243
	traitsAt    = diagonal8At + 6_561
	allWeights  = traitsAt + traitWeights
)

var offsets = [len(patterns) + 1]int{
	corner3At, corner5At, edgesAt, edgeAt, row2At, row3At, row4At,
	diagonal7At, diagonal6At, diagonal5At, diagonal8At, traitsAt,
}

// Weights holds the evaluation weights of all stages of a game.
type Weights struct{ stages [Stages]stageWeights }

// Value estimates the value of a board for the side to move, in discs, without looking
// ahead.
func (w *Weights) Value(own, opp rules.Bitboard) float64 {
	p := nodeOf(board{own, opp})
	return float64(w.evaluate(&p, p.moves(), p.board.pass().moves())) / valueUnit
}

// evaluate returns the estimated value of p for the side to move, in 1/valueUnit disc.
// moves and theirs are the legal moves of the two sides. If the side to move must pass,
// the other side's view counts; a finished game is worth its margin.
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

// value is [Weights.evaluate] for a side to move that has a legal move.
func (w *stageWeights) value(p *node, moves, theirs rules.Bitboard) int {
	sum := w.ofTraits(p.board, moves, theirs)
	f := &p.features
	sum += w.ofWord(corner3At, f[0]) + w.ofWord(corner5At, f[1]) + w.ofWord(corner5At, f[2]) +
		w.ofWord(edgesAt, f[3]) + w.ofWord(edgeAt, f[4]) + w.ofWord(row2At, f[5]) +
		w.ofWord(row3At, f[6]) + w.ofWord(row4At, f[7]) + w.ofWord(diagonal7At, f[8]) +
		w.ofWord(diagonal6At, f[9]) + w.ofWord(diagonal5At, f[10])
	of, last := w.behind(diagonal8At), f[11]
	sum += int(of[uint16(last)]) + int(of[uint16(last>>16)])
	v := (sum + 1<<weightShift/2) >> weightShift
	return max(-maxEval, min(v, maxEval))
}

// ofWord adds up the weights of the four lanes of a word.
func (w *stageWeights) ofWord(offset int, word uint64) int {
	of := w.behind(offset)
	return int(of[uint16(word)]) + int(of[uint16(word>>16)]) + int(of[uint16(word>>32)]) + int(of[word>>48])
}

func (w *stageWeights) behind(offset int) *[1 << laneBits]int16 {
	return (*[1 << laneBits]int16)(w[offset:])
}

func (w *stageWeights) ofTraits(b board, moves, theirs rules.Bitboard) int {
	own, their, ownFrontier, theirFrontier, odd := traitsOf(b, moves, theirs)
	of := w.behind(traitsAt)
	return int(of[uint16(own)]) + int(of[uint16(their)]) + int(of[uint16(ownFrontier)]) +
		int(of[uint16(theirFrontier)]) + int(of[uint16(odd)])
}

const maxEval = 64*valueUnit - 1 // less than a win by 64 discs
