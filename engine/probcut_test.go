package engine

import (
	"math"
	"testing"
)

func TestShallowDepth(t *testing.T) {
	want := map[int]int{0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 1, 6: 2, 7: 3, 8: 4, 9: 3, 10: 4, 11: 5, 12: 6}
	for depth, shallow := range want {
		if got := ShallowDepth(depth); got != shallow {
			t.Errorf("depth %d: %d, want %d", depth, got, shallow)
		}
	}
}

// TestDeviation checks that the deviation of every search that may be skipped is plausible.
func TestDeviation(t *testing.T) {
	for empties := range 61 {
		for depth := cutDepth; depth < max(empties, 20); depth++ {
			if d := Deviation(empties, depth); d < 1 || d > 10 {
				t.Errorf("%d empty, depth %d: %v discs", empties, depth, d)
			}
		}
	}
}

// TestProbCutIsAccurate compares selective searches with full ones. Selective searches must
// search far fewer positions and find nearly the same values.
func TestProbCutIsAccurate(t *testing.T) {
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
