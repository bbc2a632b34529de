package train

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

func TestSamplesRoundTrip(t *testing.T) {
	games := []Game{
		{Line: []Sample{{1, 2, 3.5}, {1 << 63, 0, -64}}},
		{},
		{Line: []Sample{{0, 1, 0.125}}, Branches: []Sample{{4, 8, 64}}},
	}
	file := AppendHeader(nil, "seed 1")
	ends := []int{len(file)}
	for _, g := range games {
		file = AppendGame(file, g)
		ends = append(ends, len(file))
	}
	if got, err := ReadGames(bytes.NewReader(file)); err != nil || !reflect.DeepEqual(got, games) {
		t.Errorf("read %v, %v", got, err)
	}
	// Wherever the file is cut off, the whole games before are read.
	for length := ends[0]; length <= len(file); length++ {
		r, err := NewReader(bytes.NewReader(file[:length]))
		if err != nil || r.Settings() != "seed 1" {
			t.Fatal(r, err)
		}
		n := 0
		for ; err == nil; n++ {
			_, err = r.Next()
		}
		n--
		want := io.ErrUnexpectedEOF
		if length == ends[n] {
			want = io.EOF
		}
		if !errors.Is(err, want) || r.Whole() != int64(ends[n]) || n+1 < len(ends) && ends[n+1] <= length {
			t.Errorf("%d bytes: %d games in %d bytes, %v", length, n, r.Whole(), err)
		}
	}
	for _, text := range []string{"", sampleMagic, "othello weights 2\n"} {
		if _, err := NewReader(bytes.NewReader([]byte(text))); !errors.Is(err, ErrNotSamples) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzReader reads any file. Games that it reads are written back unchanged.
func FuzzReader(f *testing.F) {
	f.Add(AppendGame(AppendHeader(nil, "depth 8"), Game{Line: []Sample{{1, 2, 3}}, Branches: []Sample{{4, 8, -2}}}))
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := NewReader(bytes.NewReader(file))
		if err != nil {
			return
		}
		again := AppendHeader(nil, r.Settings())
		for {
			g, err := r.Next()
			if err != nil {
				break
			}
			again = AppendGame(again, g)
		}
		if !bytes.Equal(again, file[:r.Whole()]) {
			t.Errorf("%x, of %x", again, file)
		}
	})
}
