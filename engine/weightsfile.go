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

// weightsMagic begins a file of weights. Behind it stand, compressed with
// deflate, the weights of all stages as signed varints in 1/weightUnit disc;
// of two that share one value only the first is there.
const weightsMagic = "othello weights 2\n"

// ErrNotWeights says that a file holds no weights that can be read.
var ErrNotWeights = errors.New("engine: not a file of weights")

//go:embed weights.bin
var trained []byte

// Trained gives the weights that come with the program; TRAINING.md tells how
// they were made. They are read at the first call, take 8 MB from then on, and
// must not be changed.
var Trained = sync.OnceValue(func() *Weights {
	w, err := ReadWeights(bytes.NewReader(trained))
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	return w
})

// Write writes the weights in the form that [ReadWeights] reads.
func (w *Weights) Write(to io.Writer) error {
	if _, err := io.WriteString(to, weightsMagic); err != nil {
		return err
	}
	deflate, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	shared := sharers()
	var number []byte
	for stage := range w.stages {
		for i, at := range shared {
			if int(at) != i {
				continue
			}
			number = binary.AppendVarint(number[:0], int64(w.stages[stage][i]))
			if _, err := deflate.Write(number); err != nil {
				return err
			}
		}
	}
	return deflate.Close()
}

// ReadWeights reads weights. The error wraps [ErrNotWeights].
func ReadWeights(from io.Reader) (*Weights, error) {
	magic := make([]byte, len(weightsMagic))
	if _, err := io.ReadFull(from, magic); err != nil || string(magic) != weightsMagic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrNotWeights, weightsMagic)
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
