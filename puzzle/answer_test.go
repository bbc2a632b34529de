package puzzle_test

import (
	"testing"

	"othellobot/engine"
	"othellobot/puzzle"
)

var _ puzzle.Judge = (*engine.Judge)(nil)

func TestAnswer(t *testing.T) {
	judge := engine.NewJudge()
	for g := range puzzle.Grade(puzzle.Grades) {
		for n := 1; n <= min(40, puzzle.Count(g)); n++ {
			p := puzzle.At(g, n)
			a, err := p.Answer(t.Context(), judge, p.Best)
			if err != nil || a.Margin != p.Margin || a.Moves[0].Square != p.Best || a.Moves[1].Margin > 0 {
				t.Errorf("%v: %+v, %v", p.ID, a, err)
			}
		}
	}
}
