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

// TestCutStages finds a deviation for every search that may be left out.
func TestCutStages(t *testing.T) {
	for empties := range 61 {
		for depth := cutDepth; depth < max(empties, 20); depth++ {
			if d := deviation(empties, depth) / valueUnit; d < 1 || d > 10 {
				t.Errorf("%d empty, depth %d: %v discs", empties, depth, d)
			}
		}
	}
}

// TestLeavesLittleOut compares searches that leave much out with whole ones: they
// look at far fewer positions and find much the same.
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

// TestDepthErrors works one difference out by hand.
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
		b := boardOf(p)
		errors.Add(t.Context(), b.own, b.opp)
		misses = append(misses, whole.Think(t.Context(), p, Limits{Depth: 4}).Value-whole.Think(t.Context(), p, Limits{Depth: 2}).Value)
	}
	late, _ := midway(t, level(3), 1, deepestMeasured)
	errors.Add(t.Context(), late.Black, late.White)
	mean, squares := 0.0, 0.0
	for _, miss := range misses {
		miss = max(-farOff, min(miss, farOff))
		mean += miss / float64(len(misses))
		squares += miss * miss / float64(len(misses))
	}
	if got, n := errors.Deviation(30, 4); n != len(misses) || math.Abs(got-math.Sqrt(squares-mean*mean)) > 1e-9 {
		t.Errorf("%v of %d, want %v of %v", got, n, math.Sqrt(squares-mean*mean), misses)
	}
	if _, n := errors.Deviation(deepestMeasured, 4); n != 0 {
		t.Error("a position near the end counts")
	}
}
