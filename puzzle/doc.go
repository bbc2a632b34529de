// Package puzzle holds the stock of puzzles: endgames with exactly one winning move, in which every other move
// draws or loses. It also finds the play that shows why a wrong move fails.
//
// The stock is a file in the program. README.md describes how it was made and what makes
// a good puzzle. [At] decodes a single puzzle. [Puzzle.Answer] explains a move with the
// help of a [Judge], such as the judge of package engine.
//
// The package must never rely on a judge for the uniqueness of the winning move. Another solver proves it for
// the whole stock before a release. The package must never read a clock: the caller supplies the date.
package puzzle
