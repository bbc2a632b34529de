package game

import (
	"errors"
	"testing"

	"othellobot/rules"
)

// Buttons that stand in channels carry these marks.
func TestMarksStay(t *testing.T) {
	for moves, want := range map[string]Moment{
		"": {0, 951903}, "f5": {1, 268192}, "f5d6": {2, 679982}, "d3": {1, 276157},
	} {
		g := played(t, duel(), moves, ana, bo)
		if got := g.Moment(); got != want {
			t.Errorf("after %q it is %v, want %v", moves, got, want)
		}
	}
}

// Of the positions that a turn can have, hardly any two have the same mark.
func TestMarksDiffer(t *testing.T) {
	seen := make(map[uint32]rules.Position)
	same := 0
	var walk func(p rules.Position, depth int)
	walk = func(p rules.Position, depth int) {
		if depth == 0 {
			m := markOf(p)
			if m == 0 || m >= 1<<20 {
				t.Fatalf("the mark of %v is %d", p, m)
			}
			if other, known := seen[m]; known && other != p {
				same++
			}
			seen[m] = p
			return
		}
		for s := range p.Legal().Squares() {
			next, err := p.Play(s)
			if err != nil {
				t.Fatal(err)
			}
			walk(next, depth-1)
		}
	}
	walk(rules.Start(), 6)
	if n := len(seen); same > n/200 { // 2,000 positions of a million marks
		t.Errorf("%d of %d positions have the mark of another", same, n)
	}
}

func TestReplacedIsStale(t *testing.T) {
	if !errors.Is(ErrReplaced, ErrStale) {
		t.Error("who knows nothing of backups does not take it for stale")
	}
}
