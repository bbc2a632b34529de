// Package memory keeps games, people's documents and leases in memory, for tests and the simulation. The
// program itself uses package store, even for the URL memory:.
//
// The package must never become part of the program.
package memory
