package engine

import (
	"math"
	"testing"
)

func TestShallowDepth(t *testing.T) {
	want := map[int]int{0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 1, 6: 2, 7: 3, 8: 4, 9: 3, 10: 4, 11: 5, 12: 6}
	for depth, shallow := range want {
		if got := shallowDepth(depth); got != shallow {
			t.Errorf("depth %d: %d, want %d", depth, got, shallow)
		}
	}
}

// TestCutStages checks that there is a deviation for every search that may be skipped.
func TestCutStages(t *testing.T) {
	for empties := range 61 {
		for depth := cutDepth; depth < max(empties, 20); depth++ {
			if d := deviation(empties, depth); d < 1 || d > 10 {
				t.Errorf("%d empty, depth %d: %v discs", empties, depth, d)
			}
		}
	}
}

// TestLeavesLittleOut compares selective searches with full ones. They search far fewer
// positions and find nearly the same values.
func TestLeavesLittleOut(t *testing.T) {
	const depth = 8
	whole, cut := NewSearcher(Trained(), testMemory), NewSearcher(Trained(), testMemory)
	whole.fullWidth = true
	var nodes, cutNodes uint64
	miss, positions := 0.0, 0
	for seed := range uint64(10) {
		for _, empties := range []int{24, 36} {
			p, ok := midway(t, level(3), seed, empties)
			if !ok {
				continue
			}
			want, got := whole.Think(t.Context(), p, Limits{Depth: depth}), cut.Think(t.Context(), p, Limits{Depth: depth})
			nodes, cutNodes = nodes+want.Nodes, cutNodes+got.Nodes
			miss += math.Abs(want.Value - got.Value)
			positions++
		}
	}
	miss /= float64(positions)
	t.Logf("off by %.2f discs with %d instead of %d positions", miss, cutNodes, nodes)
	if miss > 1.0 || cutNodes > nodes/8 || cutNodes == 0 {
		t.Errorf("off by %.2f discs with %d instead of %d positions", miss, cutNodes, nodes)
	}
}

// TestDepthErrors computes one difference by hand.
func TestDepthErrors(t *testing.T) {
	errors := NewDepthErrors(Trained())
	whole := NewSearcher(Trained(), testMemory)
	whole.fullWidth = true
	var misses []float64
	for seed := range uint64(4) {
		p, ok := midway(t, level(3), seed, 30)
		if !ok {
			t.Fatal("the game was over")
		}
		errors.measure(t.Context(), boardOf(p))
		misses = append(misses, whole.Think(t.Context(), p, Limits{Depth: 4}).Value-whole.Think(t.Context(), p, Limits{Depth: 2}).Value)
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
	if relied != deviation(30, 4) {
		t.Errorf("searches rely on %v, not %v", deviation(30, 4), relied)
	}
}

// TestDepthErrorsMeet checks that the measured positions come from searches, and never
// from near the end.
func TestDepthErrorsMeet(t *testing.T) {
	errors := NewDepthErrors(Trained())
	p, _ := midway(t, level(3), 1, 30)
	errors.Add(t.Context(), boardOf(p).own, boardOf(p).opp)
	if b, ok := errors.player.met(); !ok || b == boardOf(p) || b.empties().Len() < 14 || b.empties().Len() >= 30 || errors.Positions(b.empties().Len()) != 1 {
		t.Errorf("met %+v, %v", b, ok)
	}
	late, _ := midway(t, level(3), 1, deepestMeasured+3)
	errors.Add(t.Context(), boardOf(late).own, boardOf(late).opp)
	if b, ok := errors.player.met(); ok {
		t.Errorf("%+v, near the end, counts", b)
	}
}
