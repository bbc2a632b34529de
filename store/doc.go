// Package store keeps games beyond the process: in SQLite, inside the program
// and for one process, or in PostgreSQL, shared by many. Both have one schema and
// the same queries. [Open] takes a URL and gives what the game's table and the
// adapters need; package storetest holds each kind to the same promises.
//
// A change is a compare-and-swap in one transaction, durable before it is
// acknowledged: SQLite's are committed in groups by one writer, each group with
// one sync of the disk.
//
// The package must never know a rule of the game, or what a place, a player or
// an installation is: they are names and texts.
package store
