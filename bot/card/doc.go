// Package card draws a game for somebody who looks at it: what happened, whose turn it is,
// the board, and what can be pressed below it. A game, a [Viewer] and [Facts] make a
// message, the same for the same.
//
// The package must never load or store anything, ask an engine, know a command or a
// permission, or decide whether a message is posted or edited. What a card tells beside
// the game is handed to it.
package card
