// Package lease lets processes share things that only one of them may use at a time. A lease has a name, and
// at most one holder until a time by the store's clock, which all processes share.
//
// A process makes one [Keeper] over a [Store]. It calls [Keeper.Take] to get a [Hold], checks
// [Hold.Usable] before each use, and calls [Keeper.Renew] well within the term.
//
// A holder stops using a lease two thirds of its term after asking for it. The last third covers a
// clock of the process that runs too slowly, and a clock of the store that is set when it moves to
// another machine. A process that was suspended learns from its own clock that the lease has ended.
// Its writes to the store carry the version under which it held the lease.
//
// The package must never know what is leased, and must never use the time of day.
package lease
