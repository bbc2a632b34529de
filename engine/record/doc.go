// Package record reads and writes games as other programs keep them: WTHOR, the base of
// tournament games of the Fédération Française d'Othello ([ReadWTHOR]), and the Generic
// Game Format of game servers and boards on screens ([ReadGGF]); [ReadFile] tells which it is.
//
// What is read is played by the rules, so that every game that comes out is legal. The
// package must never guess at a move, do input or output but for the readers and
// files it is given, or know that there are engines.
package record
