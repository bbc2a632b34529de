package rules

import "testing"

func TestStart(t *testing.T) {
	p := Start()
	const board = "---------------------------OX------XO---------------------------"
	if got := p.FormatBoard(); got != board || p.ToMove != Black {
		t.Errorf("start: %s, %v to move", got, p.ToMove)
	}
	if got := p.Legal().String(); got != "d3 c4 f5 e6" {
		t.Errorf("first moves: %s", got)
	}
	if got := p.LegalFor(White).String(); got != "e3 f4 c5 d6" {
		t.Errorf("first moves, were it White's turn: %s", got)
	}
	if p.Over() || p.Score() != (Score{2, 2}) || p.Empties().Len() != 60 {
		t.Errorf("start: over %v, score %v, empties %v", p.Over(), p.Score(), p.Empties())
	}
}

func TestIllegalMoveError(t *testing.T) {
	_, err := Start().Play(square(t, "e3")) // White's move
	if got, want := err.Error(), "Black may not play e3"; got != want {
		t.Errorf("error: %q, want %q", got, want)
	}
}

// TestMovesDoNotAllocate checks that moves cause no garbage, because bots answer many
// questions concurrently.
func TestMovesDoNotAllocate(t *testing.T) {
	p := Start()
	d3 := square(t, "d3")
	allocs := testing.AllocsPerRun(100, func() {
		next, err := p.Play(d3)
		if err != nil || next.Legal().IsEmpty() || p.Flips(d3).IsEmpty() || p.Over() || !p.Check(Black, d3).Legal() {
			t.Fatal("d3 is not what it was")
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
