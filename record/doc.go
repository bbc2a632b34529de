// Package record reads games and boards as people and programs write them. A [Reader] reads moves and boards
// in a text. [ReadGGF] reads the Generic Game Format of game servers and desktop programs, and [FormatGGF] writes it.
//
// The package plays all moves by the rules, so that every returned game is legal. It must
// never guess a move, drop a move silently, do I/O, or depend on an engine.
package record
