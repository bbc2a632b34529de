package bot

import (
	"hash/maphash"

	"othellobot/chat"
	"othellobot/internal/recent"
)

// deliveries remembers recent user deliveries, so that an action runs only once even if it stores
// nothing. The store recognizes deliveries of stored changes itself, across restarts and processes.
// The methods are safe for concurrent use.
type deliveries struct {
	seed   maphash.Seed
	hashes recent.Set[uint64]
}

func newDeliveries() *deliveries { return &deliveries{seed: maphash.MakeSeed()} }

// begin records that an action has begun, and reports whether its delivery is new. An action
// without a delivery is always new. A delivery that comes again in the thread opened for it is new
// too.
func (d *deliveries) begin(a chat.Action) bool {
	return a.Delivery == "" || a.Origin != chat.OriginUser || d.hashes.Add(d.hash(a))
}

// forget allows the action to run when its delivery comes again.
func (d *deliveries) forget(a chat.Action) { d.hashes.Take(d.hash(a)) }

func (d *deliveries) hash(a chat.Action) uint64 {
	return maphash.Comparable(d.seed, struct {
		chat.Place
		chat.Delivery
	}{a.Place, a.Delivery})
}
