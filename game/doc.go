// Package game is the life of one channel's game, and the table of all games
// kept in memory.
//
// A [Game] is a value. Every operation takes who asks and when, and returns the
// changed game with the [Event]s that happened, or a typed error and the game
// as it was:
//
//	next, events, err := g.Play(by, square, now)
//
// A game begins as a challenge or at once, is played, and is over; it is open,
// with everybody welcome on either side, or a duel between two seats. Its Turn
// grows by one with every move and every undo, so a turn names one state of the
// board for ever; its Version grows with every change.
//
// A [Table] keeps the games of many places, one running game for each, over a
// [Store]: in [Memory], or in a database that may be [Cached]. A change is a
// compare-and-swap on what was seen; it is stored first and shown after.
//
// The package must never read a clock, draw a random number, or know a
// platform, a message or a word of any language. Places and players are opaque
// names to it.
package game
