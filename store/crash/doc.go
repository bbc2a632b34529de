// Package crash tests kills, at any moment and without warning: of a process that plays many games
// over a store, and of the database server below it. Everything reported to players must be stored
// afterwards, exactly once, and nothing else.
//
// The package holds tests only: programs must never import it.
package crash
