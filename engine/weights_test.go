package engine

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/rules"
)

// TestTrained checks the size of the trained weights, and that they value four corners
// highly.
func TestTrained(t *testing.T) {
	const most = 5 << 20
	if len(trained) > most {
		t.Errorf("the weights take %d bytes", len(trained))
	}
	corners := position(t, "XXX--XXX XXOOOOXX XOOXXOOX -OXOOXO- -OXOOXO- XOOXXOOX XXOOOOXX XXX--XXX X")
	if v := Trained().Value(corners.Black, corners.White); v < 10 {
		t.Errorf("four corners are worth %+.1f", v)
	}
	if v := Trained().Value(corners.White, corners.Black); v > -10 {
		t.Errorf("four corners of the opponent are worth %+.1f", v)
	}
}

func TestReadWeightsRefuses(t *testing.T) {
	for _, length := range []int{0, 5, len(WeightsHeader), 1000, len(trained) - 1} {
		if _, err := ReadWeights(bytes.NewReader(trained[:length])); !errors.Is(err, ErrNotWeights) {
			t.Errorf("of %d bytes: %v", length, err)
		}
	}
	if _, err := ReadWeights(bytes.NewReader(slices.Concat([]byte("P"), trained))); !errors.Is(err, ErrNotWeights) {
		t.Errorf("of something else: %v", err)
	}
}

// TestWeightsOf evaluates boards by adding up their weights.
func TestWeightsOf(t *testing.T) {
	dice := rand.New(rand.NewPCG(2, 2))
	w := new(Weights)
	weights := w.Stage(StageOf(30))
	for i, shared := range SharedWeights() {
		weights[i] = int16(dice.IntN(100) - 50)
		weights[i] = weights[shared]
	}
	for seed := range uint64(20) {
		p, ok := midway(t, random, seed, 30)
		if !ok {
			continue
		}
		b, sum := boardOf(p), 0
		for _, i := range WeightsOf(b.own, b.opp) {
			sum += int(weights[i])
		}
		if got, want := w.Value(b.own, b.opp), math.Floor(float64(sum)/(1<<weightShift)+0.5)/valueUnit; got != want {
			t.Errorf("%v, want %v\n%s", got, want, p.FormatBoard())
		}
		for turn := range rules.Symmetries {
			if own, opp := turn.Bitboard(b.own), turn.Bitboard(b.opp); w.Value(own, opp) != w.Value(b.own, b.opp) {
				t.Errorf("turn %d: %v, want %v", turn, w.Value(own, opp), w.Value(b.own, b.opp))
			}
		}
	}
}
