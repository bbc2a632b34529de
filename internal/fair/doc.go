// Package fair serves waiting parties in turn, so that a busy party delays no other. Parties
// can be nested: platforms have tenants, and tenants have players. A [Queue] holds items that
// wait; a [Gate] makes goroutines wait.
//
// The package must never know what the parties are waiting for.
package fair
