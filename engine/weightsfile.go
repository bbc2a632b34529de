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
	"sync"
)

// WeightsHeader begins a file of weights. The weights of stages 0, 1 and so on follow,
// compressed with deflate (RFC 1951). They are signed varints of encoding/binary in
// 1/[WeightUnit] disc. Of the weights that share a value, only the first is in the file
// ([SharedWeights]).
const WeightsHeader = "othello weights 2\n"

// ErrNotWeights reports that a file holds no valid weights.
var ErrNotWeights = errors.New("engine: not a file of weights")

//go:embed weights.bin
var trained []byte

// trainedWeights is a variable to keep the weights off the heap. The garbage collector lets
// as much garbage pile up as there is live memory on the heap.
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
	if err := w.read(from); err != nil {
		return nil, err
	}
	return w, nil
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
			if err != nil {
				return fmt.Errorf("%w: stage %d: %w", ErrNotWeights, stage, err)
			}
			if n != int64(int16(n)) {
				return fmt.Errorf("%w: stage %d: a weight of %d", ErrNotWeights, stage, n)
			}
			w.stages[stage][i] = int16(n)
		}
	}
	if _, err := numbers.ReadByte(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: its end is not where it should be", ErrNotWeights)
	}
	return nil
}
