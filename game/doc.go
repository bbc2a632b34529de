// Package game holds the games of all places and changes them safely.
//
// A [Game] is a value. Each operation takes a player and a time, and returns the changed game with the events
// that happened. With an error it returns the game unchanged:
//
//	next, events, err := g.Play(by, square, now)
//
// Everyone may play in an open game. A duel has two seats. In a voted game the channel plays against the
// engine. Turn grows with every move and every undo. After a backup is restored, the same turn may have another
// position, so a [Moment] identifies both.
//
// The channel moves in rounds: [Table.Vote] stores votes, and [CountVotes] records their number for the board.
// If votes arrive meanwhile, [Game.ScheduleRecount] makes another count due. At the end of the window, or once
// the regular voters have voted, [CloseVotes] stops the voting, and [Decide] plays the square. After two
// windows without a vote the game rests until a vote is counted, or [Game.Reopen] opens a window.
//
// A [Place] is the name of a channel or thread. Its [Room] holds the current games, messages and settings.
// A [Table] changes the rooms of many places. It turns a player's [Proposal] into one [Change], which is a
// compare-and-swap on the room's version, and which reserves a [Slot] for each new message of a game.
// The caller sends the messages only after that:
//
//	room, known, err := table.Load(ctx, place, delivery) // known: the delivery was handled before
//	outcome, err := table.Do(ctx, room, proposal)
//	slot, ok := outcome.Slot(game.BoardSlot) // send the board, and then report the message:
//	result, err := table.Note(ctx, note)
//
// [Table.Due] returns the tasks that are due, such as engine moves and reminders. If no note arrives for a
// slot, redrawing its message becomes a task.
//
// When a platform reports a place as gone, a [Tombstone] marks it. Another report, hours later (days for a
// tenant), confirms the tombstone, unless a sign of life has removed it. Then the place's data is deleted.
//
// [Store] consists of the interfaces [Rooms], [Agenda], [PlayerRecords], [Ladders] and [Tombstones].
//
// The package must never read a clock, draw a random number, or know a platform, a database or a language.
// Players and messages are opaque names here.
package game
