package game

import (
	"strconv"
	"testing"
	"time"
)

func TestDeliveriesAreBounded(t *testing.T) {
	d := deliveries{seen: make(map[string]int64)}
	const extra = 10
	for i := range maxDeliveries + extra {
		d.note(strconv.Itoa(i), noon)
	}
	d.note("", noon)
	if len(d.seen) != maxDeliveries || len(d.order) != maxDeliveries {
		t.Fatalf("%d known, %d in order", len(d.seen), len(d.order))
	}
	for id, want := range map[int]bool{0: false, extra - 1: false, extra: true, maxDeliveries + extra - 1: true} {
		if got := d.known(strconv.Itoa(id), noon); got != want {
			t.Errorf("%d is known: %v", id, got)
		}
	}
	if d.known("", noon) {
		t.Error("no delivery is a known one")
	}
}

func TestDeliveriesAreForgotten(t *testing.T) {
	d := deliveries{seen: make(map[string]int64)}
	d.note("a", noon)
	d.note("b", noon.Add(time.Hour))
	tomorrow := noon.Add(DeliveryMemory)
	if !d.known("a", tomorrow.Add(-time.Millisecond)) || d.known("a", tomorrow) {
		t.Error("a is not known for just a day")
	}
	d.note("a", tomorrow)
	if len(d.order) != 2 || !d.known("a", tomorrow) || !d.known("b", tomorrow) {
		t.Errorf("%d in order", len(d.order))
	}
	d.note("a", tomorrow.Add(time.Minute)) // noted twice, by a clock that went back
	d.note("c", tomorrow.Add(DeliveryMemory))
	if !d.known("a", tomorrow.Add(DeliveryMemory)) {
		t.Error("the younger note of a went with the older")
	}
}
