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

// begin reports whether the delivery of an action is new, and remembers it. An action without a
// delivery is always new. So is a delivery that arrives again from another place, such as a thread
// that the bot opened.
func (d *deliveries) begin(a chat.Action) bool {
	return a.Delivery == "" || a.Origin != chat.OriginUser || d.hashes.Add(d.hash(a))
}

// forget lets the action run again if its delivery is repeated.
func (d *deliveries) forget(a chat.Action) { d.hashes.Take(d.hash(a)) }

func (d *deliveries) hash(a chat.Action) uint64 {
	return maphash.Comparable(d.seed, struct {
		chat.Place
		chat.Delivery
	}{a.Place, a.Delivery})
}
