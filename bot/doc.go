// Package bot carries out actions: it turns one into changes of a game and a response, with
// every command and permission in one place.
//
// Its rooms are packages of their own, each of which knows nothing of the others above it:
// parse reads what people type, control what they press; card draws a game for somebody
// who looks at it; runner makes actions of what nobody asked for; flood holds back who asks
// too much. Sentences are messages of package words.
//
// Everything that can be asked for is an action, with a file named after its
// command (cmd_*.go): how it is typed, what its control does, and who may use it.
// What arrives becomes an order (order.go: what is asked for, nothing loaded), the order a
// request (resolve.go: with the room, the person and the languages; read-only), and the action
// carries that out: it proposes one change to the table, and returns the effects to be shown. For
// what may not be done it returns a refusal; only the refusals of the game itself get their words
// elsewhere, in one place.
//
// What everybody sees is in the language of the place, what one person sees in their own.
//
// [Bot.Handle] is deterministic given the state of the table, the time and the
// seed: the same input gives the same bytes.
//
// How long a platform waits for an answer is its adapter's business, and how long an
// engine thinks is that of whoever provides it.
//
// The package must never name a platform, know what a platform waits for, send a
// message itself, read a clock of its own, or choose a move: it is given the time,
// the limits of each platform, and the engine.
package bot
