// Package crash holds tests that kill: a process that plays many games over a
// store, and the database server below it, at any moment and without a warning.
// What a player was told must be there afterwards, once, and nothing else.
//
// Here is no code for programs, and there never must be.
package crash
