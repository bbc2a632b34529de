package engine

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
)

func TestSelfplay(t *testing.T) {
	settings := Selfplay{Weights: Trained(), Seed: 3, Depth: 2, Exact: 8}
	solved, all := 0, 0
	player := NewPlayer(settings)
	for n := range uint64(6) {
		samples := player.Game(t.Context(), n)
		if again := NewPlayer(settings).Game(t.Context(), n); !slices.Equal(samples, again) {
			t.Errorf("game %d differs the second time", n)
		}
		for _, s := range samples {
			b := board{s.Own, s.Opp}
			if b.own&b.opp != 0 || b.moves() == 0 || s.Value < -64 || s.Value > 64 {
				t.Fatalf("%+v is no sample", s)
			}
			if b.empties().Len() <= settings.Exact {
				if want := bruteForce(b); s.Value != float32(want) {
					t.Fatalf("%+v, want %+d", s, want)
				}
				solved++
			}
			all++
		}
	}
	if solved < 40 || all < 200 {
		t.Errorf("%d samples, %d of them solved", all, solved)
	}
	if slices.Equal(player.Game(t.Context(), 1), player.Game(t.Context(), 2)) {
		t.Error("all games are the same")
	}
}

// TestSamplesOf works out by hand what becomes of the values of a game.
func TestSamplesOf(t *testing.T) {
	p := position(t, "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X")
	white := p
	white.ToMove = white.ToMove.Opponent()
	samples := samplesOf([]lived{
		{Position: p, value: 10},             // with what came of it
		{Position: white, value: 20},         // likewise
		{Position: p, value: 30, slip: true}, // what came of it was not its fault
		{Position: white, value: 8, exact: true},
		{Position: p, value: 4, exact: true},
	})
	want := []float32{
		(1-trust)*10 + trust*((1-trust)*20+trust*30),
		-((1-trust)*20 + trust*30),
		30,
		-8,
		4,
	}
	for i, s := range samples {
		if s.Value != want[i] {
			t.Errorf("sample %d: %v, want %v", i, s.Value, want[i])
		}
	}
}

func TestSamplesRoundTrip(t *testing.T) {
	samples := []Sample{{1, 2, 3.5}, {1 << 63, 0, -64}, {0, ^everywhere, 0.125}}
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
