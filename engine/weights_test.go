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

// TestTrained holds the weights that come with the program to their size, and
// to telling a won position from a lost one.
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

func TestWeightsRoundTrip(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	shared := sharers()
	w := new(Weights)
	for stage := range w.stages {
		for i, at := range shared {
			if int(at) == i && dice.IntN(500) == 0 {
				w.stages[stage][i] = int16(dice.Uint32())
			}
			w.stages[stage][i] = w.stages[stage][at]
		}
	}
	var file bytes.Buffer
	if err := w.Write(&file); err != nil {
		t.Fatal(err)
	}
	got, err := ReadWeights(bytes.NewReader(file.Bytes()))
	if err != nil || *got != *w {
		t.Errorf("read back differently: %v", err)
	}
	for _, length := range []int{0, 5, len(weightsMagic), 1000, file.Len() - 1} {
		if _, err := ReadWeights(bytes.NewReader(file.Bytes()[:length])); !errors.Is(err, ErrNotWeights) {
			t.Errorf("of %d bytes: %v", length, err)
		}
	}
	if _, err := ReadWeights(bytes.NewReader(slices.Concat([]byte("P"), file.Bytes()))); !errors.Is(err, ErrNotWeights) {
		t.Errorf("of something else: %v", err)
	}
}

// TestFitFinds draws positions with known values and finds weights for them.
func TestFitFinds(t *testing.T) {
	var samples []Sample
	for seed := range uint64(400) {
		if p, ok := midway(t, random, seed, 30); ok {
			b := boardOf(p)
			samples = append(samples, Sample{b.own, b.opp, float32(3*lead(b, corners) + b.moves().Len()/4 + 2)})
		}
	}
	fit := Fit{Epochs: 20, Rate: 25, Seed: 7}
	stage := stageOf(30)
	w, again := new(Weights), new(Weights)
	w.set(stage, fit.stage(samples, nil))
	again.set(stage, fit.stage(samples, nil))
	if *w != *again {
		t.Error("the same samples give other weights")
	}
	before, after := MeanError(new(Weights), samples), MeanError(w, samples)
	if after[stage].Error > before[stage].Error/2 || after[stage].Samples != len(samples) {
		t.Errorf("error %+v, before %+v", after[stage], before[stage])
	}
}

// TestFitsWhatIsJudged compares the weights that learn from a position with those
// that judge it.
func TestFitsWhatIsJudged(t *testing.T) {
	shared := sharers()
	dice := rand.New(rand.NewPCG(2, 2))
	w := new(Weights)
	stage := stageOf(30)
	for i, at := range shared {
		w.stages[stage][i] = int16(dice.IntN(100) - 50)
		w.stages[stage][i] = w.stages[stage][at]
	}
	for seed := range uint64(20) {
		p, ok := midway(t, random, seed, 30)
		if !ok {
			continue
		}
		b, sum := boardOf(p), 0
		for _, at := range exampleOf(Sample{Own: b.own, Opp: b.opp}, shared).weights {
			sum += int(w.stages[stage][at])
		}
		if got, want := w.Value(b.own, b.opp), math.Floor(float64(sum)/(1<<weightShift)+0.5)/valueUnit; got != want {
			t.Errorf("%v is judged, %v fitted\n%s", got, want, p.FormatBoard(rules.AlphabetXO))
		}
	}
}

func BenchmarkReadWeights(b *testing.B) {
	for b.Loop() {
		if _, err := ReadWeights(bytes.NewReader(trained)); err != nil {
			b.Fatal(err)
		}
	}
}
