package game

import "time"

// DeliveryMemory is how long a delivery id is known.
const DeliveryMemory = 24 * time.Hour

// maxDeliveries bounds the memory of deliveries; beyond it the oldest go early.
const maxDeliveries = 100_000

// deliveries remembers the ids of deliveries that have changed something, so
// that the platform's repetitions change nothing.
type deliveries struct {
	seen  map[string]delivered
	order []delivery // oldest first
}

// delivered is what a delivery has made, and when, in Unix milliseconds.
type delivered struct {
	made Made
	at   int64
}

type delivery struct {
	id string
	at int64
}

func newDeliveries() deliveries { return deliveries{seen: make(map[string]delivered)} }

func (d *deliveries) find(id string, now time.Time) (Made, bool) {
	found, ok := d.seen[id]
	if !ok || now.UnixMilli()-found.at >= DeliveryMemory.Milliseconds() {
		return Made{}, false
	}
	return found.made, true
}

func (d *deliveries) note(id string, made Made, now time.Time) {
	if id == "" {
		return
	}
	at := now.UnixMilli()
	for len(d.order) >= maxDeliveries || len(d.order) > 0 && at-d.order[0].at >= DeliveryMemory.Milliseconds() {
		d.forgetOldest()
	}
	d.seen[id] = delivered{made, at}
	d.order = append(d.order, delivery{id, at})
}

func (d *deliveries) forgetOldest() {
	oldest := d.order[0]
	if d.seen[oldest.id].at == oldest.at { // else it was noted again since
		delete(d.seen, oldest.id)
	}
	d.order[0] = delivery{}
	d.order = d.order[1:]
}
