// Package bot turns an action into changes of a game and a response, with every command
// and permission in one place. Its sentences are messages of package words.
//
// Everything that can be asked for is an action, with a file named after its
// command (cmd_*.go): how it is typed, what its control does, and who may use it.
// An action reads the room it was given in, proposes one change to the table, and
// returns the effects to be shown. For what may not be done it returns a refusal;
// only the refusals of the game itself get their words elsewhere, in one place.
//
// What everybody sees is in the language of the place, what one person sees in their own.
//
// [Bot.Handle] is deterministic given the state of the table, the time and the
// seed: the same input gives the same bytes. A [Runner] turns what nobody asks for,
// engine moves and things that fall due, into actions too.
//
// How long a platform waits for an answer is its adapter's business, and how long an
// engine thinks is that of whoever provides it.
//
// The package must never name a platform, know what a platform waits for, send a
// message itself, read a clock of its own, or choose a move: it is given the time,
// the limits of each platform, and the engine.
package bot
