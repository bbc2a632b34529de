// Package people stores what belongs to a person rather than to a game or a place: settings, progress in the
// daily puzzles, exercises, and lists of players who look for an opponent. Read with [ChoicesOf], [PuzzlersOf]
// and [ExercisesOf]; change with [ChangeChoices], [ChangePuzzler], [AnswerExercise] and [Enlist].
//
// Each [Kind] is one document per person. A change is a compare-and-swap on its version, so
// several processes can share a store. Records and ratings belong to package game.
//
// The package must never know a database or a chat.
package people
