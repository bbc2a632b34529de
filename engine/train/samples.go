package train

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"

	"othellobot/rules"
)

// storedSample is a sample in a file, in little-endian order.
type storedSample struct {
	Own, Opp uint64
	Value    int16 // in 1/sampleUnit disc
}

// sampleUnit is how many units a disc has in a file of samples.
const sampleUnit = 8

// WriteSamples writes samples one behind the other, 18 bytes each. Values are
// rounded to an eighth of a disc.
func WriteSamples(to io.Writer, samples []Sample) error {
	out := bufio.NewWriter(to)
	for _, s := range samples {
		stored := storedSample{uint64(s.Own), uint64(s.Opp), int16(math.Round(float64(s.Value) * sampleUnit))}
		if err := binary.Write(out, binary.LittleEndian, stored); err != nil {
			return err
		}
	}
	return out.Flush()
}

// ReadSamples reads what [WriteSamples] has written, to the end. The error is
// [io.ErrUnexpectedEOF] if the last sample is cut off.
func ReadSamples(from io.Reader) (samples []Sample, err error) {
	in := bufio.NewReader(from)
	for {
		var stored storedSample
		switch err := binary.Read(in, binary.LittleEndian, &stored); {
		case errors.Is(err, io.EOF):
			return samples, nil
		case err != nil:
			return samples, err
		}
		samples = append(samples, Sample{rules.Bitboard(stored.Own), rules.Bitboard(stored.Opp), float32(stored.Value) / sampleUnit})
	}
}
