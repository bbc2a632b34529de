package bot

import (
	"hash/maphash"

	"othellobot/chat"
	"othellobot/internal/recent"
)

// deliveries remembers what people have sent lately, so that what stores nothing is done
// once for a delivery, too. What was stored the store knows, also after a restart and in
// other processes. The methods may be called concurrently.
type deliveries struct {
	seed   maphash.Seed
	hashes recent.Set[uint64]
}

func newDeliveries() *deliveries { return &deliveries{seed: maphash.MakeSeed()} }

// begin notes that an action is being done, and reports whether its delivery is new. What
// has no delivery is always new, and so is a delivery that comes again in the thread that
// was opened for it.
func (d *deliveries) begin(a chat.Action) bool {
	return a.Delivery == "" || a.Origin != chat.OriginUser || d.hashes.Add(d.hash(a))
}

// forget lets an action be done when it is delivered again.
func (d *deliveries) forget(a chat.Action) { d.hashes.Take(d.hash(a)) }

func (d *deliveries) hash(a chat.Action) uint64 {
	return maphash.Comparable(d.seed, struct {
		chat.Place
		chat.Delivery
	}{a.Place, a.Delivery})
}
