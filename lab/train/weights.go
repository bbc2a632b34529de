package train

import (
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"

	"othellobot/engine"
)

// Weights holds the fitted weights of every stage, in discs, in the order of
// [Terms].
type Weights [engine.Stages][]float32

// WeightsOf returns the weights of an engine.
func WeightsOf(w *engine.Weights) (all Weights) {
	terms := NewTerms()
	for stage := range all {
		all[stage] = terms.Discs(w, stage)
	}
	return all
}

// Sum returns a short checksum of the weights.
func (w Weights) Sum() string {
	hash := sha256.New()
	for _, stage := range w {
		_ = binary.Write(hash, binary.LittleEndian, stage) // a hash never fails
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Write writes the weights in the format of [engine.ReadWeights], rounded to its unit.
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
