// Package storetest is the suite that every kind of [people.Store] must pass, with
// the [store.Installs] and the leases that come with it. It asks for each promise of
// those interfaces by name, and in the end has anything at all done to a store and to
// one in memory, which must answer alike.
//
// A store's test brings a function that opens an empty one, and calls [Run]. For
// tests with PostgreSQL there is [Postgres].
//
// The package must never know how a store keeps what it stores. It is for tests
// only.
package storetest
