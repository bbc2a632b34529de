// Package parse turns typed text, in all the bot's languages, into a command and its arguments. Make
// a grammar with [NewGrammar] and call [Grammar.Read].
//
// The package must never know the user, the place, or the state of a game. It must never carry out a
// command. If unclear words may mean a command that changes a game, it only offers that command.
package parse
