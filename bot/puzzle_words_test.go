package bot

import (
	"testing"

	"othellobot/puzzle"
	"othellobot/rules"
	"othellobot/words"
)

// After any wrong move in an easy puzzle two others are named, of which one wins.
func TestPuzzleHint(t *testing.T) {
	for number := range 100 {
		p := puzzle.At(puzzle.Easy, number+1)
		for wrong := range (p.Position.Legal() &^ rules.SetOf(p.Best)).Squares() {
			tried := rules.SetOf(wrong)
			hint, named := puzzleHint(p, tried).(words.PuzzleHint)
			squares := rules.Bitboard(hint.Squares)
			if !named || squares.Len() != 2 || !squares.Has(p.Best) || squares&^(p.Position.Legal()&^tried) != 0 {
				t.Errorf("%v after %v: %v", p.ID, wrong, squares)
			}
		}
		if hard := puzzle.At(puzzle.Hard, number+1); puzzleHint(hard, 0) != nil {
			t.Errorf("%v has a hint", hard.ID)
		}
	}
}
