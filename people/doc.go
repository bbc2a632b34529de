// Package people stores what belongs to a person rather than to a game or a place: settings, progress in the
// daily puzzles, exercises, and lists of players who look for an opponent. [ChoicesOf], [PuzzlersOf] and
// [ExercisesOf] read them. Functions such as [ChangeChoices], [ChangePuzzler] and [AnswerExercise] change them.
//
// A person has one document of each [Kind]. A change is a compare-and-swap on the document's version, so
// several processes can share a store. Records and ratings belong to package game.
//
// The package must never know a database or a chat.
package people
