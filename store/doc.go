// Package store keeps games in SQLite or in PostgreSQL. SQLite serves one process, in a file or in memory,
// with a bounded cache of rooms. PostgreSQL serves many processes. Both have the same schema and queries,
// and package storetest tests the same promises for both.
//
//	s, err := store.Open(ctx, "sqlite:data/othello.db", timing, log)
//	defer s.Close()
//	table := game.NewTable(s, timing)
//
// A change is a compare-and-swap in one transaction. It is durable before the call returns, except a
// change that need not wait for the disk ([game.Change.Async]). SQLite has one writer, which commits
// changes in groups, with one disk sync per group.
//
// In SQLite, deleted data cannot be read again: the store overwrites it and empties the journal. A place
// that seems to be gone gets a tombstone. After a confirmation, its data is deleted in small steps.
//
// The package must never know the rules of the game or what adapters store as installations.
package store
