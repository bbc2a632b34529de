// Package puzzle is the stock of puzzles: ends of games in which exactly one move wins
// and every other draws or loses. The bot shows one a day, explains it, and shows why a
// wrong move fails.
//
// The stock is a file that comes with the program (README.md says how it is made and
// what a good puzzle is). [At] decodes the one puzzle that is asked for. What a move is
// worth, and how the game goes on behind it, a [Judge] says, which package engine
// satisfies.
//
// The package must never trust a judge with what makes a puzzle: that only one move
// wins is proved of the whole stock, by another solver, before it comes with a program.
// Nor does it read a clock: which day it is the caller knows.
package puzzle
