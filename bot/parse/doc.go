// Package parse turns typed text, in any language and word order, into a command and its arguments.
// Make a grammar with [NewGrammar] and call [Grammar.Read].
//
// The package must never know the user, the place, or the state of a game: the same words mean the
// same everywhere. It must never carry out a command, and never guess one that changes a game: it
// offers the likely meanings.
package parse
