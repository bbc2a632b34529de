package lesson_test

import (
	"math"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/lesson"
	"othellobot/rules"
)

// TestResults solves every position, and each position of its lines. The first lesson follows from the rules.
func TestResults(t *testing.T) {
	searcher := engine.NewSearcher(engine.Trained(), 1<<22)
	value := func(p rules.Position) int {
		if p.Over() {
			score := p.FinalScore()
			return score.Black - score.White
		}
		v := int(searcher.Solve(t.Context(), p, engine.GoalMargin, engine.Limits{}).Value)
		if p.ToMove == rules.White {
			return -v
		}
		return v
	}
	for n := lesson.Corners; n <= lesson.Last; n++ {
		l := lesson.At(n)
		if legal := l.Position.Legal(); l.Position.ToMove != rules.Black || l.Squares() != legal || len(l.Moves) != legal.Len() || legal.Len() < 3 {
			t.Errorf("lesson %d offers %v of %v", n, l.Squares(), legal)
		}
		for i, m := range l.Moves {
			if i == 0 && m.Margin <= 0 || i > 0 && m.Margin >= 0 || m.Line[0] != m.Square {
				t.Errorf("lesson %d: %+v", n, m)
			}
			p := l.Position
			for _, square := range m.Line {
				p = play(t, p, square)
				if got := value(p); got != m.Margin {
					t.Errorf("lesson %d: after %v of %v the result is %d, want %d", n, square, m.Line, got, m.Margin)
				}
			}
		}
	}
}

func play(t *testing.T, p rules.Position, square rules.Square) rules.Position {
	t.Helper()
	next, err := p.Play(square)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// TestStableDiscs plays all continuations.
func TestStableDiscs(t *testing.T) {
	l := lesson.At(lesson.StableDiscs)
	known := make(map[rules.Position]rules.Bitboard)
	stable := func(p rules.Position) rules.Bitboard { return p.Black &^ flippedByWhite(p, known) }
	before := stable(l.Position)
	for i, m := range l.Moves {
		if got := (stable(play(t, l.Position, m.Square)) &^ before).Len(); got != m.Count || i > 0 != (got == 0) {
			t.Errorf("%v makes %d discs stable, want %d", m.Square, got, m.Count)
		}
	}
}

// flippedByWhite returns all squares on which White can flip a disc in some continuation.
func flippedByWhite(p rules.Position, known map[rules.Position]rules.Bitboard) rules.Bitboard {
	if all, ok := known[p]; ok {
		return all
	}
	var all rules.Bitboard
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square)
		if p.ToMove == rules.White {
			all |= p.Flips(square)
		}
		all |= flippedByWhite(next, known)
	}
	known[p] = all
	return all
}

// TestParity checks the sizes of areas, and who fills each in the lines.
func TestParity(t *testing.T) {
	l := lesson.At(lesson.Parity)
	for i, m := range l.Moves {
		area := []rules.Square{m.Square}
		for at := 0; at < len(area); at++ {
			for square := range l.Position.Empties().Squares() {
				if !slices.Contains(area, square) && math.Hypot(float64(square.Row()-area[at].Row()), float64(square.Column()-area[at].Column())) < 2 {
					area = append(area, square)
				}
			}
		}
		p, played, last := l.Position, 0, rules.Black
		for _, square := range m.Line {
			if slices.Contains(area, square) {
				played, last = played+1, p.ToMove
			}
			p = play(t, p, square)
		}
		odd := i == 0
		if len(area) != m.Count || len(area)%2 == 1 != odd || played != len(area) || last == rules.Black != odd {
			t.Errorf("%v is in an area of %v; %v plays %d of them, %v last", m.Square, area, m.Line, played, last)
		}
	}
}
