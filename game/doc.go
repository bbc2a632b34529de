// Package game holds the games of all places and changes them safely.
//
// A [Game] is a value. Each operation takes a player and a time, and returns the changed game with the events
// that happened. With an error it returns the game unchanged:
//
//	next, events, err := g.Play(by, square, now)
//
// A game may begin as a challenge; then it is played, and then it is over. Everyone may play in an open game,
// a duel has two seats, and in a voted game the channel plays against the engine. Turn grows with every move
// and every undo; only a [Moment] tells apart the positions that a restored backup reaches in the same turn.
//
// The channel moves in rounds: [Table.Vote] stores votes, and [CountVotes] shows their number on the board.
// If votes arrive meanwhile, [Game.ScheduleRecount] makes another count due. At the end of the window, or once
// the regular voters have voted, [CloseVotes] refuses further votes, and [Decide] plays the square. After two
// windows without a vote the game rests until a vote is counted, or [Game.Reopen] opens a window.
//
// A [Place] is the name of a channel or thread, and a [Room] is everything stored about it. A [Table] changes
// the rooms of many places, with at most one running game in each. A player's [Proposal] becomes one [Change]:
// a compare-and-swap on the version of the room that the caller loaded. It also reserves a [Slot] for each
// message that shows the game. The messages may be sent only after that:
//
//	room, known, err := table.Load(ctx, place, delivery) // known: the delivery was handled before
//	outcome, err := table.Do(ctx, room, proposal)
//	slot, ok := outcome.Slot(game.BoardSlot) // send the board, and then report the message:
//	result, err := table.Note(ctx, note)
//
// Everything stored is shown eventually: if no note arrives for a slot, its redraw falls due as a task, as
// engine moves and reminders do. [Table.Due] returns the tasks.
//
// When a platform reports a place as gone, a [Tombstone] marks it first. Its data is deleted only if the
// platform reports it again, hours later (days for a tenant), without a sign of life in between.
//
// [Store] consists of small interfaces: [Rooms], [Agenda], [PlayerRecords], [Ladders] and [Tombstones].
//
// The package must never read a clock, draw a random number, or know a platform, a database, or a word of any
// language. Places, players and messages are opaque names here.
package game
