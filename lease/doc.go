// Package lease lets processes share things that only one of them may use at a time. A lease has a name and at
// most one holder. It ends by the store's clock, which all processes share.
//
// A process makes one [Keeper] over a [Store]. It calls [Keeper.Take] to get a [Hold], checks
// [Hold.Usable] before each use, and calls [Keeper.Renew] well within the term.
//
// A holder stops using a lease two thirds of the term after its last successful request to take or renew
// it. The last third covers a process's clock that runs too slowly, and a store's clock that is set when
// the store moves to another machine. A process that was suspended learns from its own clock that the lease
// has ended. Renewing and freeing a lease require the version under which the process took it.
//
// The package must never know what is leased, and must never use the time of day.
package lease
