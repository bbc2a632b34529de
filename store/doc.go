// Package store keeps games: in memory; in SQLite, inside the program and for one
// process, behind a bounded number of rooms in memory; or in PostgreSQL, shared by
// many. The databases have one schema and the same queries. [Open] takes a URL and
// gives what the game's table and the adapters need; package storetest holds each
// kind to the same promises.
//
// A change is a compare-and-swap in one transaction, durable before it is
// acknowledged: SQLite's are committed in groups by one writer, each group with
// one sync of the disk. A light change waits for no sync. No mutex is held while
// anything waits.
//
// What is deleted cannot be read any more: SQLite overwrites it, and its log is emptied.
// What is gone is purged in small steps, which tombstones remember.
//
// The package must never know a rule of the game, or what a place, a player or
// an installation is: they are names and texts.
package store
