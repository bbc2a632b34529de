package engine

import (
	"math"
	"testing"
)

// TestThinksLikeMinimax compares searches with a full search to the same depth.
func TestThinksLikeMinimax(t *testing.T) {
	s := NewSearcher(Trained(), testMemory)
	s.fullWidth = true
	for seed := range uint64(8) {
		for empties := 44; empties > 0; empties -= 7 {
			p, ok := midway(t, random, seed, empties)
			if !ok {
				continue
			}
			for depth := 1; depth <= 4; depth++ {
				found := s.Think(t.Context(), p, Limits{Depth: depth})
				root := nodeOf(boardOf(p))
				if want := float64(minimax(s, &root, depth)) / valueUnit; found.Value != want || found.Depth != min(depth, empties) {
					t.Fatalf("depth %d: %+v, want %v\n%s", depth, found, want, p.FormatBoard())
				}
				var next node
				next.play(&root, found.Square)
				if held := -float64(minimax(s, &next, depth-1)) / valueUnit; held != found.Value {
					t.Errorf("depth %d: %v holds %v, want %v", depth, found.Square, held, found.Value)
				}
			}
		}
	}
}

// minimax returns the value of p in 1/valueUnit disc without any short cut.
func minimax(s *Searcher, p *node, depth int) int {
	moves := p.moves()
	switch {
	case depth == 0 && p.empties() != 0:
		return s.weights.evaluate(p, moves, p.board.pass().moves())
	case moves == 0 && p.board.pass().moves() == 0:
		return valueUnit * p.margin()
	case moves == 0:
		next := p.pass()
		return -minimax(s, &next, depth)
	}
	best := -infiniteValue
	for at := range moves.Squares() {
		var next node
		next.play(p, at)
		best = max(best, -minimax(s, &next, depth-1))
	}
	return best
}

// TestThinksTheSameAgain stops searches by their nodes. Whatever the tables held before,
// the move is the same. There is a move even after a single node.
func TestThinksTheSameAgain(t *testing.T) {
	used := NewSearcher(Trained(), testMemory)
	for seed := range uint64(3) {
		p, ok := midway(t, level(3), seed, 40)
		if !ok {
			t.Fatal("the game was over")
		}
		for _, nodes := range []uint64{1, 20_000, 50_000} {
			limits := Limits{Nodes: nodes, ExactEmpties: 12}
			first, again := used.Think(t.Context(), p, limits), used.Think(t.Context(), p, limits)
			fresh := NewSearcher(Trained(), testMemory).Think(t.Context(), p, limits)
			if first != again || first != fresh {
				t.Errorf("%+v, then %+v, by another %+v", first, again, fresh)
			}
			if first.Nodes > nodes+2*pollEvery || !p.Legal().Has(first.Square) {
				t.Errorf("%+v with %d nodes", first, nodes)
			}
			used.Think(t.Context(), play(t, p, first.Square), limits)
		}
	}
}

// TestThinkSeesTheEnd uses a budget that is often too small to prove the result of the game, but
// large enough to look that far.
func TestThinkSeesTheEnd(t *testing.T) {
	const empties, nodes = 20, 150_000
	s := NewSearcher(Trained(), testMemory)
	seen, proved := 0, 0
	for seed := range uint64(10) {
		p, ok := midway(t, level(3), seed, empties)
		if !ok {
			continue
		}
		found := s.Think(t.Context(), p, Limits{Nodes: nodes})
		if found.Depth == empties {
			seen++
		}
		if found.Exact {
			proved++
		}
	}
	t.Logf("the end of %d seen, of %d proved", seen, proved)
	if seen < 5 || proved == seen {
		t.Errorf("the end of %d seen, of %d proved", seen, proved)
	}
}

// TestCheapEndings checks that only positions near the end get a larger budget.
func TestCheapEndings(t *testing.T) {
	const nodes = 30_000
	s := NewSearcher(Trained(), testMemory)
	for _, empties := range []int{20, 36} {
		p, ok := midway(t, level(3), 1, empties)
		if !ok {
			t.Fatal("the game was over")
		}
		flat := s.Think(t.Context(), p, Limits{Nodes: nodes}).Nodes
		cheap := s.Think(t.Context(), p, Limits{Nodes: nodes, CheapEndings: true}).Nodes
		if flat > nodes+2*pollEvery || cheap > endingSpeedup*nodes+2*pollEvery || (cheap > flat) != (empties == 20) {
			t.Errorf("%d empty: %d positions, %d with cheap endings", empties, flat, cheap)
		}
	}
}

// TestKeep searches a position twice, and once more after forgetting.
func TestKeep(t *testing.T) {
	p, ok := midway(t, level(3), 1, 30)
	if !ok {
		t.Fatal("the game was over")
	}
	s, limits := NewSearcher(Trained(), testMemory), Limits{Depth: 8}
	s.KeepTables()
	first := s.Think(t.Context(), p, limits)
	if again := s.Think(t.Context(), p, limits); again.Nodes > first.Nodes/2 || again.Square != first.Square {
		t.Errorf("%+v, then %+v", first, again)
	}
	s.Forget()
	if fresh := s.Think(t.Context(), p, limits); fresh != first {
		t.Errorf("%+v, and after forgetting %+v", first, fresh)
	}
}

func TestShallowDepth(t *testing.T) {
	want := map[int]int{0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 1, 6: 2, 7: 3, 8: 4, 9: 3, 10: 4, 11: 5, 12: 6}
	for depth, shallow := range want {
		if got := ShallowDepth(depth); got != shallow {
			t.Errorf("depth %d: %d, want %d", depth, got, shallow)
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
