// Package crash kills a process that plays many games over a store, or the database server below it, at
// any moment and without warning. Afterwards the store must hold everything reported to players, exactly
// once, and nothing that no player requested.
//
// The package holds tests only: programs must never import it.
package crash
