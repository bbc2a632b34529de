// Package lease lets processes share what only one of them may use at a time: a
// lease has a name, and one holder until a time by the clock of the store, which
// all of them share. [Store] keeps leases, and a [Keeper] holds those of a process.
//
// A holder stops using a lease when two thirds of its term have passed since it
// asked for it. The last third is for what no process can rule out: a clock that
// runs slower than the store's, or a store whose clock is set while it moves to
// another machine. A process that stood still finds out by its own clock, before it
// does anything else, that the lease has ended, and what it writes to the store
// carries the version under which it held the lease.
//
// The package must never know what is leased, and must never go by the time of day.
package lease
