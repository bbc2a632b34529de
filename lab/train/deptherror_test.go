package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// afterMoves returns the position after random moves, with Black to move.
func afterMoves(t *testing.T, seed uint64, moves int) rules.Position {
	t.Helper()
	_, p := random.Opening(rand.New(rand.NewPCG(seed, 0)), moves)
	if p.Over() {
		t.Fatal("the game was over")
	}
	return rules.Position{Black: p.Discs(p.ToMove), White: p.Discs(p.ToMove.Opponent())}
}

// TestDepthErrors computes one difference by hand.
func TestDepthErrors(t *testing.T) {
	errors := NewDepthErrors(engine.Trained())
	whole := engine.NewSearcher(engine.Trained(), 1<<20)
	whole.DisableProbCut()
	var misses []float64
	for seed := range uint64(4) {
		p := afterMoves(t, seed, 30)
		errors.measure(t.Context(), p)
		misses = append(misses, whole.Think(t.Context(), p, engine.Limits{Depth: 4}).Value-whole.Think(t.Context(), p, engine.Limits{Depth: 2}).Value)
	}
	mean, squares := 0.0, 0.0
	for _, miss := range misses {
		miss = max(-maxMiss, min(miss, maxMiss))
		mean += miss / float64(len(misses))
		squares += miss * miss / float64(len(misses))
	}
	gotMean, got, relied := errors.Deviation(30, 4)
	if n := errors.Positions(30); n != len(misses) || math.Abs(gotMean-mean) > 1e-9 || math.Abs(got-math.Sqrt(squares-mean*mean)) > 1e-9 {
		t.Errorf("%v ± %v of %d, want %v ± %v of %v", gotMean, got, n, mean, math.Sqrt(squares-mean*mean), misses)
	}
	if relied != engine.CutDeviation(30, 4) {
		t.Errorf("searches rely on %v, not %v", engine.CutDeviation(30, 4), relied)
	}
}

// TestDepthErrorsMeet checks that the measured positions come from searches, and never
// from near the end.
func TestDepthErrorsMeet(t *testing.T) {
	errors := NewDepthErrors(engine.Trained())
	p := afterMoves(t, 1, 30)
	errors.Add(t.Context(), p.Black, p.White)
	met, ok := errors.met()
	if empties := met.Empties().Len(); !ok || met == p || empties < 14 || empties >= 30 || errors.Positions(empties) != 1 {
		t.Errorf("met %+v, %v", met, ok)
	}
	late := afterMoves(t, 1, 60-deepestMeasured-3)
	errors.Add(t.Context(), late.Black, late.White)
	if met, ok := errors.met(); ok {
		t.Errorf("%+v, near the end, counts", met)
	}
}
