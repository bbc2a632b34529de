// Package puzzle is the stock of puzzles: ends of games in which exactly one move wins
// and every other draws or loses. The bot shows one a day, explains it, and shows why a
// wrong move fails.
//
// The stock is a file that comes with the program (README.md says how it is made and
// what a good puzzle is). [At] decodes the one puzzle that is asked for. A [Judge], which
// package engine satisfies, says what a move is worth and how the game goes on after it.
//
// The package must never trust a judge with what makes a puzzle: that only one move
// wins is proved for the whole stock, by another solver, before it is released.
// Nor does it read a clock: the caller knows which day it is.
package puzzle
