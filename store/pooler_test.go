package store_test

import (
	"testing"

	"othellobot/game"
	"othellobot/store/storetest"
)

// Behind a pooler in transaction mode the store needs nothing of its sessions.
func TestPostgresBehindPooler(t *testing.T) {
	storetest.Postgres(t) // or skip all of it
	runMuch()(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := storetest.Postgres(t)
		s := open(t, storetest.Pooled(t, url), timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}
