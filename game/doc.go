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
// [Proposal] says what a player wants to change, and becomes one [Change] of a [Room]:
// a compare-and-swap on the version of the room that was seen. It also reserves a
// [Slot] for each message that shows the game. Only then may anything be shown:
//
//	room, known, err := table.Load(ctx, place, delivery)
//	outcome, err := table.Do(ctx, room, proposal)
//	// outcome.Slot("board") is sent as a message, and then noted:
//	standing, err := table.Note(ctx, note)
//
// The files follow a move: state.go has what a game consists of, play.go the move, proposal.go and
// change.go what it changes in the room, slot.go its messages, table.go the commit, and due.go and
// agenda.go what is due then. document.go has the form in which all of it is stored.
//
// What is stored is shown: a slot whose message is not noted falls due again, as a task
// like an engine's move or a reminder, even after its game is over. All that a room has
// to do is one agenda: [Room.Due] says when, and [Table.Due] what.
//
// What a platform reports gone gets a [Tombstone] first, and is deleted only once it is
// reported gone again hours later, if no sign of life came from there in between.
//
// The package declares what it needs of a [Store] in parts, so that each user sees a small one:
// [Rooms], the [Agenda], [People], [Ladders] and [Tombstones].
//
// The package must never read a clock, draw a random number, or know a platform, a
// database, or a word of any language. Places, players and messages are opaque names
// to it.
package game
