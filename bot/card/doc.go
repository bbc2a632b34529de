// Package card draws a game for a viewer: what happened, whose turn it is, the board, and the
// controls below it. [Viewer.Card] turns a game and [Extras] into a message.
//
// The package must never load or store anything, ask an engine, or know a command or a permission.
// It does not decide whether a message is posted or edited.
package card
