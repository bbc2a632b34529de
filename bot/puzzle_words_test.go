package bot

import (
	"testing"

	"othellobot/puzzle"
	"othellobot/rules"
	"othellobot/words"
)

// TestPuzzleHint checks that the winning move of an easy puzzle is named after any wrong move,
// unless it is the last move left.
func TestPuzzleHint(t *testing.T) {
	for number := range 100 {
		p := puzzle.At(puzzle.Easy, number+1)
		for wrong := range (p.Position.Legal() &^ rules.SetOf(p.Best)).Squares() {
			hint := puzzleHint(p, rules.SetOf(wrong))
			if want := p.Position.Legal().Len() > 2; want && hint != (words.PuzzleHint{Square: p.Best}) || !want && hint != nil {
				t.Errorf("%v after %v: %v", p.ID, wrong, hint)
			}
		}
		if hard := puzzle.At(puzzle.Hard, number+1); puzzleHint(hard, 0) != nil {
			t.Errorf("%v has a hint", hard.ID)
		}
	}
}
