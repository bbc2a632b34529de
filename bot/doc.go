// Package bot is what the bot does and says: it turns an action into changes of
// a game and a response, with every command, permission and sentence in one
// place.
//
// Each command has a file of its own, named after it. A command reads the room
// it was given in, changes a game through the table, and returns the effects to
// be shown; what it may not do it returns as an error, which becomes a private
// refusal in the refuse files, the only place that knows how to say no.
//
// [Bot.Handle] is deterministic given the state of the table, the time and the
// seed: the same input gives the same bytes. What nobody asks for, engine moves
// and things that fall due, a [Runner] turns into actions too.
//
// How long a platform waits for an answer is for its adapter to know, and how long
// an engine thinks is for those who bring it.
//
// The package must never name a platform, know what a platform waits for, send a
// message itself, read a clock of its own, or choose a move: it is given the time,
// the limits of each platform, and the engine.
package bot
