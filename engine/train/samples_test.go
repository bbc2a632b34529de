package train

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

func TestSamplesRoundTrip(t *testing.T) {
	samples := []Sample{{1, 2, 3.5}, {1 << 63, 0, -64}, {0, 1, 0.125}}
	var file bytes.Buffer
	if err := WriteSamples(&file, samples); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadSamples(bytes.NewReader(file.Bytes())); err != nil || !slices.Equal(got, samples) {
		t.Errorf("read %v, %v", got, err)
	}
	if _, err := ReadSamples(bytes.NewReader(file.Bytes()[:file.Len()-1])); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("of a file cut off: %v", err)
	}
}
