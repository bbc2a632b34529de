package words

import (
	"othellobot/rules"
)

// The lessons for beginners. What each says stands in active.en.toml.
type (
	LearnButton  struct{ sentence }
	NextButton   struct{ sentence }
	LearnChoice  struct{ sentence }
	LessonMove   struct{ sentence }
	LessonLines  struct{ sentence }
	LessonPass   struct{ sentence }
	LessonCorner struct{ sentence }
	LearnedMove  struct {
		sentence
		Square rules.Square
		Flips  All
	}
	LearnedNothing struct {
		sentence
		Square rules.Square
	}
	LearnedFewLines struct {
		sentence
		Square rules.Square
		Flips  All
	}
	LearnedLines struct {
		sentence
		Square rules.Square
		Flips  All
	}
	LearnedPass struct {
		sentence
		Square rules.Square
	}
	LearnedCorner struct {
		sentence
		Square rules.Square
	}
	LearnedXSquare struct {
		sentence
		Square, Corner rules.Square
	}
	LearnedQuiet struct {
		sentence
		Square rules.Square
		Flips  All
	}
	LessonsOver struct{ sentence }
)
