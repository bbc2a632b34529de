package store_test

import (
	"testing"

	"othellobot/game"
	"othellobot/store/storetest"
)

// TestPostgresBehindPooler checks that the store works behind a pooler in transaction mode.
func TestPostgresBehindPooler(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	reducedSuite()(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := storetest.Postgres(t)
		s := open(t, storetest.Pooled(t, url), timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}
