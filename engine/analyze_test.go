package engine

import (
	"slices"
	"testing"

	"othellobot/rules"
)

// TestAnalyze compares the values of moves with minimax and with brute force.
func TestAnalyze(t *testing.T) {
	s := NewSearcher(Trained(), testMemory)
	whole := NewSearcher(Trained(), testMemory)
	whole.fullWidth = true
	passes := 0
	for seed := range uint64(40) {
		for _, test := range []struct {
			empties int
			limits  Limits
		}{{30, Limits{Depth: 1}}, {30, Limits{Depth: 3}}, {7, Limits{Depth: 1, Exact: 7}}, {4, Limits{}}} {
			p, ok := midway(t, random, seed, test.empties)
			if !ok || seed > 4 && test.empties > 10 {
				continue
			}
			lines := whole.Analyze(t.Context(), p, test.limits)
			if len(lines) != p.Legal().Len() {
				t.Fatalf("%d lines of %d moves", len(lines), p.Legal().Len())
			}
			for _, line := range lines {
				root := nodeOf(boardOf(p))
				var next node
				next.after(&root, line.Square, root.flips(line.Square))
				exact := test.empties < 10
				if next.moves() == 0 {
					passes++
				}
				want := -float64(minimax(s, &next, test.limits.Depth-1)) / valueUnit
				if exact {
					want = -float64(marginOf(next.board))
				}
				if line.Value != want || line.Exact != exact || !exact && line.Depth != test.limits.Depth {
					t.Errorf("%+v: %+v, want %v\n%s", test, line, want, p.FormatBoard())
				}
			}
			if !slices.IsSortedFunc(lines, func(a, b Line) int { return int(b.Value*valueUnit) - int(a.Value*valueUnit) }) {
				t.Errorf("not sorted: %+v", lines)
			}
		}
	}
	if passes < 5 {
		t.Errorf("a pass behind %d moves", passes)
	}
	if lines := s.Analyze(t.Context(), wipedOut(), Limits{}); lines != nil {
		t.Errorf("moves of a finished game: %+v", lines)
	}
}

// TestBestPlay checks that solved best play leads to the margin.
func TestBestPlay(t *testing.T) {
	s := NewSearcher(Trained(), testMemory)
	for seed := range uint64(6) {
		p, ok := midway(t, random, seed, 12)
		if !ok {
			continue
		}
		for _, l := range []Limits{{}, {Depth: 2, Exact: 12}} {
			moves := s.BestPlay(t.Context(), p, l)
			end, err := rules.Replay(p, moves)
			want := int(s.Solve(t.Context(), p, Margin, Limits{}).Value)
			score := end.FinalScore()
			got := score.Black - score.White
			if p.ToMove == rules.White {
				got = -got
			}
			if err != nil || !end.Over() || got != want {
				t.Errorf("%+v: %v ends with %+d, want %+d, %v", l, moves, got, want, err)
			}
		}
	}
	if moves := s.BestPlay(t.Context(), rules.Start(), Limits{Depth: 5}); len(moves) != 5 {
		t.Errorf("%v", moves)
	}
	if moves := s.BestPlay(canceled(t), rules.Start(), Limits{Depth: 5}); moves != nil {
		t.Errorf("%v of a search that nobody wants", moves)
	}
}
