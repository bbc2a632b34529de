// Package storetest is the suite that every kind of [people.Store] must pass, with its [store.Installs] and
// leases. Each case is named after the promise of these interfaces that it tests. Some cases run the same
// random operations on the store and on a store in memory. Both must give the same answers.
//
//	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject { … }) // opens an empty store
//
// [Postgres] gives a test an empty schema on a PostgreSQL server. The package must never know how a store
// keeps its data. It is for tests only.
package storetest
