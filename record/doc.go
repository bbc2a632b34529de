// Package record reads games and boards as people and programs write them: moves and boards
// in a text ([Reader]), and the Generic Game Format of game servers and boards on screens
// ([ReadGGF]).
//
// What is read is played by the rules, so that every game that comes out is legal. The
// package must never guess at a move or leave one out without a word, do input or output,
// or know that there are engines.
package record
