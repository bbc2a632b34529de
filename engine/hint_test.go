package engine

import (
	"math"
	"os"
	"slices"
	"testing"
)

func TestHint(t *testing.T) {
	e := New(1, testMemory)
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		for _, empties := range []int{55, 40, 25, 10, 8, 3, 1} {
			p, ok := midway(t, random, seed, empties)
			if !ok {
				continue
			}
			squares, reason, margin, err := e.Hint(t.Context(), p)
			again, _, _, _ := e.Hint(t.Context(), p)
			if err != nil || len(squares) == 0 || len(squares) > maxHints || !slices.Equal(squares, again) {
				t.Fatalf("hint %v (%v), then %v", squares, err, again)
			}
			for i, s := range squares {
				if !p.Legal().Has(s) || slices.Contains(squares[:i], s) {
					t.Errorf("hint %v, legal are %v", squares, p.Legal())
				}
			}
			only := p.Legal().Len() == 1
			exact := reason == ReasonSolvedWin || reason == ReasonSolvedDraw || reason == ReasonSolvedLoss
			switch {
			case only != (reason == ReasonOnlyMove):
				t.Errorf("%q with %d legal moves", reason, p.Legal().Len())
			case exact && only, !exact && !only && empties <= 10:
				t.Errorf("%q with %d empties", reason, empties)
			case (reason == ReasonSolvedWin) != (margin > 0), (reason == ReasonSolvedLoss) != (margin < 0):
				t.Errorf("%q with a margin of %+d", reason, margin)
			}
		}
	}
}

// TestRateAgreesWithThink compares the values of Rate with a separate search of each move.
// Moves that are rated near the best must have about the same value in both.
func TestRateAgreesWithThink(t *testing.T) {
	s := NewSearcher(Trained(), testMemory)
	for seed := range uint64(6) {
		p, ok := midway(t, random, seed, 30)
		if !ok {
			continue
		}
		rated := s.Rate(t.Context(), p, Limits{Depth: 6}, 1)
		for _, r := range rated {
			next := play(t, p, r.Square)
			if next.ToMove == p.ToMove {
				continue
			}
			value := -s.Think(t.Context(), next, Limits{Depth: 5}).Value
			near := r.Value >= rated[0].Value-1
			if near && math.Abs(value-r.Value) > 2 || value > rated[0].Value+2 {
				t.Errorf("%v is worth %v, rated %v; the best %v", r.Square, value, r.Value, rated[0])
			}
		}
	}
}

func TestHintReasons(t *testing.T) {
	e := New(1, testMemory)
	tests := []struct {
		board  string
		square string
		reason string
		margin int
	}{
		{
			"XOOXXXXX XOOXXXXX XOXOOXXX XOXXOXXX XXXOOOX- XXOXOXXX XOXXX--- OXXXXX-- X",
			"f7", ReasonOnlyMove, 0,
		},
		{
			"OOXXXO-X OXXXOXOO OXXOXOOO OOXXXXOX OOXXOOXX OOXOOXXX XXOXXXX- OOOOOOO- O",
			"g1", ReasonSolvedWin, 12,
		},
		{
			"XXOOOOOO XXOOOOO- XOXXOOOX OOXXOXOX OOOOXXOO XXOOXXO- XXOOOOXX XXXXXX-X O",
			"h2", ReasonSolvedDraw, 0,
		},
		{
			"XXXXXXXX XXXXXOXO XXXOXXXO XXXOOOOO XXXOXXXO X-XOXOXO X-XXXXOO -OXXXOOO O",
			"b7", ReasonSolvedLoss, -22,
		},
	}
	for _, test := range tests {
		p := position(t, test.board)
		squares, reason, margin, err := e.Hint(t.Context(), p)
		if len(squares) != 1 || squares[0].String() != test.square || reason != test.reason || margin != test.margin || err != nil {
			t.Errorf("hint %v, %q, %+d, %v, want %s, %q, %+d", squares, reason, margin, err, test.square, test.reason, test.margin)
		}
		if want := marginOf(boardOf(p)); reason != ReasonOnlyMove && margin != want {
			t.Errorf("%v: margin %+d, want %+d", squares, margin, want)
		}
	}
}

// TestSingleHintIsClearlyBest checks that a hint names a single move only where a separate search
// finds every other move two discs worse. With OTHELLO_LONG set it tests 10,000 positions.
func TestSingleHintIsClearlyBest(t *testing.T) {
	const nodes, solving = 2000, 20_000
	positions := 300
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		positions = 10_000
	case testing.Short():
		positions = 50
	}
	s, again := NewSearcher(Trained(), testMemory), NewSearcher(Trained(), testMemory)
	alone, solved := 0, 0
	for n := range positions {
		p, ok := midway(t, random, uint64(n), 5+n%51)
		if !ok || p.Legal().Len() < 2 {
			continue
		}
		squares, reason, _ := s.hint(t.Context(), p, nodes, solving)
		if reason == ReasonSolvedWin || reason == ReasonSolvedDraw || reason == ReasonSolvedLoss {
			solved++
			continue
		}
		rated := again.Rate(t.Context(), p, Limits{Depth: maxPlies, Nodes: nodes}, hintReach)
		if squares[0] != rated[0].Square {
			t.Fatalf("the best of %v is %v, and %v at the second search", p, squares[0], rated[0])
		}
		if len(squares) > 1 {
			continue
		}
		alone++
		for _, r := range rated[1:] {
			if r.Value > rated[0].Value-hintReach {
				t.Errorf("%v is named alone at %v, and %v is %v behind", squares[0], p, r.Square, rated[0].Value-r.Value)
			}
		}
	}
	t.Logf("%d of %d hints name one move, and %d are solved", alone, positions, solved)
	if alone < positions/10 {
		t.Errorf("only %d of %d hints name one move", alone, positions)
	}
}
