// Package game holds the games of all places and changes them safely.
//
// A [Game] is a value. Each operation takes a player and a time, and returns the changed game
// with the events that happened. With an error it returns the game unchanged:
//
//	next, events, err := g.Play(by, square, now)
//
// A game may begin as a challenge; then it is played, and then it is over. In an open game everyone may play
// on either side, and a duel has two seats. In a voted game the channel plays against the engine. Turn grows
// by one with every move and every undo. Only a restored backup can reach a turn by other moves, and [Moment]
// tells such positions apart. The Version of a game grows with every change of the game.
//
// A [Place] is the name of a channel or thread, and a [Room] is everything stored about it. A [Table] changes
// the rooms of many places, with at most one running game in each. A player's [Proposal] becomes one [Change]
// of a room: a compare-and-swap on the version of the room that the caller loaded. The change also reserves a
// [Slot] for each message that shows the game. The messages may be sent only after that:
//
//	room, known, err := table.Load(ctx, place, delivery) // known: the delivery was handled before
//	outcome, err := table.Do(ctx, room, proposal)
//	slot, ok := outcome.Slot(game.BoardSlot) // send the board, and then report the message:
//	result, err := table.Note(ctx, note)
//
// The bot eventually shows everything that is stored. If no note arrives for the message of a slot, its
// redraw falls due as a task, even after the game is over. Engine moves and reminders are tasks, too.
// [Room.Due] returns the time of the room's next task, and [Table.Due] returns the tasks.
//
// When a platform reports a place as gone, a [Tombstone] marks it first. Its data is deleted only
// if the platform reports it again, hours later for a channel and days later for a tenant, without a
// sign of life in between.
//
// By subject: [Game], [Ballot] (votes) and [Result] are the state of a game; [Settings], [Daily] and
// [Consent] that of a place; [Finished], [Record] and [Ladders] what remains of finished games.
//
// The interface [Store] consists of parts, so that each user depends only on a small interface:
// [Rooms], [Agenda], [PlayerRecords], [Ladders] and [Tombstones].
//
// The package must never read a clock, draw a random number, or know a platform, a database, or a
// word of any language. Places, players and messages are opaque names here.
package game
