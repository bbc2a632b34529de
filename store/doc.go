// Package store keeps games in SQLite or in PostgreSQL. SQLite serves one process, in a file or in memory,
// with a bounded cache of rooms. PostgreSQL serves many processes. Both use the same schema and nearly the
// same queries, and package storetest tests the same promises for both.
//
//	s, err := store.Open(ctx, "sqlite:data/othello.db", timing, log)
//	defer s.Close()
//	table := game.NewTable(s, timing)
//
// Save is a compare-and-swap in one transaction. In a file or in PostgreSQL, a change is durable when Save
// returns, unless it is [game.Change.Async]. SQLite has one writer, which commits waiting changes together.
//
// In an SQLite file, the store overwrites deleted data, and later empties the journal that still holds it.
// A place that seems to be gone gets a tombstone. After a confirmation, its data is deleted in small steps.
//
// The package must never know the rules of the game or what adapters store as installations.
package store
