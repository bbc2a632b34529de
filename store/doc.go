// Package store keeps games in memory, in SQLite or in PostgreSQL. SQLite serves one process, with a
// bounded cache of rooms. PostgreSQL serves many processes. Both have the same schema and queries, and
// package storetest tests the same promises for all three kinds.
//
//	s, err := store.Open(ctx, "sqlite:data/othello.db", timing, log)
//	defer s.Close()
//	table := game.NewTable(s, timing)
//
// A change is a compare-and-swap in one transaction, durable before the call returns. SQLite has one
// writer, which commits changes in groups, with one disk sync per group. A light change does not wait for
// the disk. No mutex is held while anything waits.
//
// Deleted data cannot be read again: SQLite overwrites it and empties its journal. A lost place is purged
// in small steps, and has a tombstone until the purge is done.
//
// The package must never know a rule of the game, or the structure of installations and of the names of
// places and players.
package store
