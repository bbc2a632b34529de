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

// Trained gives the weights that come with the program; TRAINING.md tells how
// they were made. They are read at the first call, take 9 MB from then on, and
// must not be changed.
var Trained = sync.OnceValue(func() *Weights {
	w, err := ReadWeights(bytes.NewReader(trained))
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	return w
})

// ReadWeights reads weights. The error wraps [ErrNotWeights].
func ReadWeights(from io.Reader) (*Weights, error) {
	magic := make([]byte, len(WeightsHeader))
	if _, err := io.ReadFull(from, magic); err != nil || string(magic) != WeightsHeader {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrNotWeights, WeightsHeader)
	}
	numbers := bufio.NewReader(flate.NewReader(from))
	shared := sharers()
	w := new(Weights)
	for stage := range w.stages {
		for i, at := range shared {
			if int(at) != i {
				w.stages[stage][i] = w.stages[stage][at]
				continue
			}
			n, err := binary.ReadVarint(numbers)
			if err != nil {
				return nil, fmt.Errorf("%w: stage %d: %w", ErrNotWeights, stage, err)
			}
			if n != int64(int16(n)) {
				return nil, fmt.Errorf("%w: stage %d: a weight of %d", ErrNotWeights, stage, n)
			}
			w.stages[stage][i] = int16(n)
		}
	}
	if _, err := numbers.ReadByte(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: its end is not where it should be", ErrNotWeights)
	}
	return w, nil
}
