// Package record reads games and boards as people and programs write them: moves and boards
// in a text ([Reader]), WTHOR, the base of tournament games of the Fédération Française
// d'Othello, and the Generic Game Format of game servers and boards on screens
// ([ReadGGF]). [ReadFile] chooses by the file.
//
// What is read is played by the rules, so that every game that comes out is legal. The
// package must never guess at a move or leave one out without a word, do input or output
// except for the readers and files it is given, or know that there are engines.
package record
