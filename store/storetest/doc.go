// Package storetest is the suite that every kind of [people.Store] must pass, with its
// [store.Installs] and leases. It tests each promise of those interfaces by name. At the end it
// runs random operations on the store and on one in memory, which must give the same answers.
//
// A store's test passes a function that opens an empty store:
//
//	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject { … })
//
// [Postgres] gives a test an empty schema on a PostgreSQL server. The package must never know how
// a store keeps its data. It is for tests only.
package storetest
