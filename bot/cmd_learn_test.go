package bot

import (
	"testing"

	"othellobot/puzzle"
	"othellobot/rules"
	"othellobot/words"
)

// TestLessons checks that each lesson can be passed and that its texts are true.
func TestLessons(t *testing.T) {
	for i, l := range lessons() {
		p, err := rules.ParseBoard(l.board, rules.Black)
		if err != nil || p != l.position() || p.Legal().IsEmpty() {
			t.Fatalf("lesson %d is on %q: %v", i+1, l.board, err)
		}
		for _, name := range l.decoys {
			if s, err := rules.ParseSquare(name); err != nil || p.Legal().Has(s) {
				t.Errorf("lesson %d: the decoy %s is legal, or no square: %v", i+1, name, err)
			}
		}
		passed, failed := 0, 0
		for s := range p.Legal().Squares() {
			next, err := p.Play(s)
			if err != nil {
				t.Fatal(err)
			}
			said, ok := l.answer(lessonMove{s, p.Check(rules.Black, s), next})
			if ok {
				passed++
			} else {
				failed++
			}
			switch m := said.(type) {
			case words.LearnedPass:
				if next.ToMove != rules.Black || next.Over() {
					t.Errorf("after %s White does not pass", s)
				}
			case words.LearnedXSquare:
				if !next.Legal().Has(m.Corner) || s != rules.SquareAt(6, 6) {
					t.Errorf("%s gives no corner away", s)
				}
			case words.LearnedQuiet:
				if !(next.Legal() & puzzle.Corners).IsEmpty() {
					t.Errorf("%s gives a corner away", s)
				}
			}
		}
		want := [][2]int{{4, 0}, {1, 1}, {2, 0}, {1, 2}}[i]
		if got := [2]int{passed, failed}; got != want {
			t.Errorf("lesson %d has %v moves that pass it and that do not, want %v", i+1, got, want)
		}
	}
}
