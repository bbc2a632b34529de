package puzzle

import "othellobot/rules"

// Puzzle is a position in which exactly one move wins.
type Puzzle struct {
	ID
	Position rules.Position // either side may be to move
	Best     rules.Square   // the move that wins
	Margin   int            // by how many discs it wins between perfect players, even
}

// At gives a puzzle of a grade. Numbers count from 1; after the last puzzle the first
// comes again, turned another way, and so on for any number. The same grade and number
// always give the same puzzle. It panics if there is no such grade.
func At(grade Grade, number int) Puzzle { return embedded().at(ID{grade, number}) }

// Count is how many puzzles a grade has.
func Count(grade Grade) int { return embedded().counts[grade] }
