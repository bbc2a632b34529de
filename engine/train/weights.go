package train

import (
	"compress/flate"
	"encoding/binary"
	"io"
	"math"

	"othellobot/engine"
)

// Weights are fitted weights of every stage, in discs, in the order of
// [engine.Terms].
type Weights [engine.Stages][]float32

// Write writes the weights in the form that [engine.ReadWeights] reads, rounded to
// its unit.
func (w Weights) Write(to io.Writer) error {
	if _, err := io.WriteString(to, engine.WeightsHeader); err != nil {
		return err
	}
	deflate, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	var number []byte
	for _, stage := range w {
		for _, discs := range stage {
			units := max(-math.MaxInt16, min(math.Round(float64(discs)*engine.WeightUnit), math.MaxInt16))
			number = binary.AppendVarint(number[:0], int64(units))
			if _, err := deflate.Write(number); err != nil {
				return err
			}
		}
	}
	return deflate.Close()
}
