package puzzle

import "othellobot/rules"

// Puzzle is a position with exactly one winning move.
type Puzzle struct {
	ID
	Position rules.Position // either side may move first
	Best     rules.Square   // the winning move
	Margin   int            // winning margin in discs between perfect players; always even
}

// At returns a puzzle of a grade. Numbers start at 1. After the last puzzle they start
// over with other rotations. The same grade and number always give the same puzzle. At
// panics on an unknown grade.
func At(grade Grade, number int) Puzzle { return embedded().at(ID{grade, number}) }

// Count returns the number of puzzles of a grade.
func Count(grade Grade) int { return embedded().counts[grade] }
