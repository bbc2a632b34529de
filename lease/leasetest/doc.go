// Package leasetest lets tests put the store of leases out of a process's reach.
//
// The package must never keep a lease itself. It is for tests only.
package leasetest
