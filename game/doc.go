// Package game holds the life of one channel's game, and the table on which the
// games of all channels change.
//
// A [Game] is a value. Every operation takes who asks and when, and returns the
// changed game with the events that happened, or an error and the game as it was:
//
//	next, events, err := g.Play(by, square, now)
//
// A game begins as a challenge or at once, is played, and is over. It is open, with
// everybody welcome on either side, or a duel between two seats. Its Turn grows by
// one with every move and every undo, so that a turn names one state of the board
// for ever; its Version grows with every change.
//
// A [Table] changes the games of many places, of which one runs in each. A
// [Proposal] says what somebody wants to change, and becomes one commit to its
// [Rooms]: a compare-and-swap on the version of the game that was seen. It also
// reserves a [Slot] for each message that is to show the game. Only then may
// anything be shown:
//
//	room, known, err := table.Load(ctx, place, delivery)
//	outcome, err := table.Do(ctx, room, proposal)
//	// outcome.Slot("board") is sent as a message, and then noted:
//	standing, err := rooms.Note(ctx, note)
//
// What is stored is shown: a slot whose message nobody notes is due again and again,
// as a task like an engine's move or a reminder, also when its game is over.
//
// What a platform reports gone gets a [Tombstone] first, and is deleted only once it is
// reported gone again hours later, if no sign of life came from there in between.
//
// What the package needs of a [Store] it declares in parts, each where it is used: [Rooms],
// the [Agenda], [People] and [Tombstones].
//
// The package must never read a clock, draw a random number, or know a platform, a
// database, or a word of any language. Places, players and messages are opaque names
// to it.
package game
