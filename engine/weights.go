package engine

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"othellobot/rules"
)

// Stages divide a game by the number of empty squares. Each stage has its own weights.
const (
	Stages     = 15
	StagePlies = 4
)

// StageOf returns the stage of a board with the given number of empty squares, from 0.
func StageOf(empties int) int { return max(0, min((60-empties)/StagePlies, Stages-1)) }

// stageWeights holds the weights of one stage, in 1/[WeightUnit] disc. A weight is at its
// pattern's offset plus the index. There is room for any lane value, so look-ups need no bounds check.
type stageWeights [9 << (laneBits - 1)]int16

// WeightUnit is the weight that stands for one disc. valueUnit is the search value that
// stands for one disc.
const (
	WeightUnit  = valueUnit << weightShift
	weightShift = 2
	valueUnit   = 1 << valueShift
	valueShift  = 3
	maxEval     = 64*valueUnit - 1 // less than a win by 64 discs
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

// evaluate returns the estimated value of p for the side to move, in 1/valueUnit disc. moves and
// theirs are the legal moves of the two sides. A finished game is worth its margin.
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
	sum, f := w.traitSum(p.board, moves, theirs), &p.features
	sum += w.wordSum(corner3At, f[0]) + w.wordSum(corner5At, f[1]) + w.wordSum(corner5At, f[2]) +
		w.wordSum(edgesAt, f[3]) + w.wordSum(edgeAt, f[4]) + w.wordSum(row2At, f[5]) +
		w.wordSum(row3At, f[6]) + w.wordSum(row4At, f[7]) + w.wordSum(diagonal7At, f[8]) +
		w.wordSum(diagonal6At, f[9]) + w.wordSum(diagonal5At, f[10])
	of, last := w.at(diagonal8At), f[11]
	sum += int(of[uint16(last)]) + int(of[uint16(last>>16)])
	v := (sum + 1<<weightShift/2) >> weightShift
	return max(-maxEval, min(v, maxEval))
}

// wordSum adds up the weights of the four lanes of a word.
func (w *stageWeights) wordSum(offset int, word uint64) int {
	of := w.at(offset)
	return int(of[uint16(word)]) + int(of[uint16(word>>16)]) + int(of[uint16(word>>32)]) + int(of[word>>48])
}

func (w *stageWeights) at(offset int) *[1 << laneBits]int16 {
	return (*[1 << laneBits]int16)(w[offset:])
}

func (w *stageWeights) traitSum(b board, moves, theirs rules.Bitboard) int {
	own, their, ownFrontier, theirFrontier, odd := traitsOf(b, moves, theirs)
	of := w.at(traitsAt)
	return int(of[uint16(own)]) + int(of[uint16(their)]) + int(of[uint16(ownFrontier)]) +
		int(of[uint16(theirFrontier)]) + int(of[uint16(odd)])
}

// BoardWeights is the number of weights that evaluate one board.
const BoardWeights = usedLanes + 5

// WeightsOf returns the indices of the weights that add up to the value of a board for the side to
// move. An index may occur more than once. The side must have a legal move.
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

// Stage returns the weights of a stage in 1/[WeightUnit] disc, by index.
func (w *Weights) Stage(n int) []int16 { return w.stages[n][:allWeights] }

// mirrored returns, for each index of p, the index after a symmetry that maps the squares of
// p onto themselves. It returns nil if p has no such symmetry.
func mirrored(p pattern) []int {
	base := p.base()
	set := rules.SetOf(base...)
	for turn := rules.Symmetry(1); turn < rules.Symmetries; turn++ {
		if turn.Bitboard(set) != set {
			continue
		}
		indices := []int{0}
		for _, s := range base {
			place := 1 // value of the digit of s in the image
			for range slices.Index(base, turn.Square(s)) {
				place *= 3
			}
			for smaller, digit := indices, 1; digit < 3; digit++ {
				for _, index := range smaller {
					indices = append(indices, index+digit*place)
				}
			}
		}
		return indices
	}
	return nil
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

// WeightsHeader begins a file of weights. The weights of stages 0, 1 and so on follow,
// compressed with deflate (RFC 1951). They are signed varints of encoding/binary in
// 1/[WeightUnit] disc. Of the weights that share a value, only the first is in the file
// ([SharedWeights]).
const WeightsHeader = "othello weights 2\n"

// ErrNotWeights reports that a file holds no valid weights.
var ErrNotWeights = errors.New("engine: not a file of weights")

//go:embed weights.bin
var trained []byte

// trainedWeights is a variable to keep the weights off the heap, because the garbage collector
// lets as much garbage pile up as there is live memory on the heap.
var trainedWeights Weights

// Trained returns the weights that come with the program; TRAINING.md describes how they
// were made. The first call reads them. They then take 7 MB, and must not be changed.
var Trained = sync.OnceValue(func() *Weights {
	if err := trainedWeights.read(bytes.NewReader(trained)); err != nil {
		panic(err) // a test reads the same bytes
	}
	return &trainedWeights
})

// ReadWeights reads weights. Its errors wrap [ErrNotWeights].
func ReadWeights(from io.Reader) (*Weights, error) {
	w := new(Weights)
	return w, w.read(from)
}

func (w *Weights) read(from io.Reader) error {
	magic := make([]byte, len(WeightsHeader))
	if _, err := io.ReadFull(from, magic); err != nil || string(magic) != WeightsHeader {
		return fmt.Errorf("%w: it does not begin with %q", ErrNotWeights, WeightsHeader)
	}
	numbers := bufio.NewReader(flate.NewReader(from))
	shared := SharedWeights()
	for stage := range w.stages {
		for i, at := range shared {
			if int(at) != i {
				w.stages[stage][i] = w.stages[stage][at]
				continue
			}
			n, err := binary.ReadVarint(numbers)
			if err != nil || n != int64(int16(n)) {
				return fmt.Errorf("%w: stage %d: a weight of %d (%v)", ErrNotWeights, stage, n, err)
			}
			w.stages[stage][i] = int16(n)
		}
	}
	if _, err := numbers.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: its end is not where it should be", ErrNotWeights)
	}
	return nil
}
