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

// WeightsHeader begins a file of weights. Behind it stand, compressed with deflate
// (RFC 1951), the weights of stage 0, then those of stage 1 and so on, as signed
// varints of encoding/binary in 1/[WeightUnit] disc. Those of a stage are in the
// order of [Terms]: of weights that share one value only the first is there.
const WeightsHeader = "othello weights 2\n"

// ErrNotWeights says that a file holds no weights that can be read.
var ErrNotWeights = errors.New("engine: not a file of weights")

//go:embed weights.bin
var trained []byte

// trainedWeights are the weights of [trained]. On the heap they would let as much garbage
// grow before it is collected.
var trainedWeights Weights

// Trained gives the weights that come with the program; TRAINING.md tells how
// they were made. They are read at the first call, take 7 MB from then on, and
// must not be changed.
var Trained = sync.OnceValue(func() *Weights {
	if err := trainedWeights.read(bytes.NewReader(trained)); err != nil {
		panic(err) // a test reads the same bytes
	}
	return &trainedWeights
})

// ReadWeights reads weights. The error wraps [ErrNotWeights].
func ReadWeights(from io.Reader) (*Weights, error) {
	w := new(Weights)
	if err := w.read(from); err != nil {
		return nil, err
	}
	return w, nil
}

// read reads weights into w. The error is that of [ReadWeights].
func (w *Weights) read(from io.Reader) error {
	magic := make([]byte, len(WeightsHeader))
	if _, err := io.ReadFull(from, magic); err != nil || string(magic) != WeightsHeader {
		return fmt.Errorf("%w: it does not begin with %q", ErrNotWeights, WeightsHeader)
	}
	numbers := bufio.NewReader(flate.NewReader(from))
	shared := sharers()
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
