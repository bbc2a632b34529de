// Package store keeps games in memory, in SQLite or in PostgreSQL. SQLite is embedded, serves one process, and
// caches a bounded number of rooms in memory. PostgreSQL is shared by many processes. Both have the same schema
// and queries; package storetest holds each kind to the same promises. In three lines:
//
//	s, err := store.Open(ctx, "sqlite:data/othello.db", timing, log)
//	defer s.Close()
//	table := game.NewTable(s, timing)
//
// A change is a compare-and-swap in one transaction, durable before the call returns. SQLite has
// one writer, which commits changes in groups, with one disk sync per group. A light change waits
// for no sync. No mutex is held while anything waits.
//
// Deleted data cannot be read again: SQLite overwrites it and empties its log. Lost places are
// purged in small steps, and a tombstone remembers each place until its purge is done.
//
// The package must never know a rule of the game, or the structure of places, players and
// installations: to it they are names and texts.
package store
