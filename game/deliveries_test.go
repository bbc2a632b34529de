package game

import (
	"strconv"
	"testing"
	"time"
)

func known(d deliveries, id string, now time.Time) bool {
	_, ok := d.find(id, now)
	return ok
}

func TestDeliveriesAreBounded(t *testing.T) {
	d := newDeliveries()
	const extra = 10
	for i := range maxDeliveries + extra {
		d.note(strconv.Itoa(i), Made{ID(i), 1}, noon)
	}
	d.note("", Made{}, noon)
	if len(d.seen) != maxDeliveries || len(d.order) != maxDeliveries {
		t.Fatalf("%d known, %d in order", len(d.seen), len(d.order))
	}
	for id, want := range map[int]bool{0: false, extra - 1: false, extra: true, maxDeliveries + extra - 1: true} {
		if got := known(d, strconv.Itoa(id), noon); got != want {
			t.Errorf("%d is known: %v", id, got)
		}
	}
	if made, _ := d.find("20", noon); made != (Made{20, 1}) {
		t.Errorf("20 has made %+v", made)
	}
	if known(d, "", noon) {
		t.Error("no delivery is a known one")
	}
}

func TestDeliveriesAreForgotten(t *testing.T) {
	d := newDeliveries()
	d.note("a", Made{}, noon)
	d.note("b", Made{}, noon.Add(time.Hour))
	tomorrow := noon.Add(DeliveryMemory)
	if !known(d, "a", tomorrow.Add(-time.Millisecond)) || known(d, "a", tomorrow) {
		t.Error("a is not known for just a day")
	}
	d.note("a", Made{}, tomorrow)
	if len(d.order) != 2 || !known(d, "a", tomorrow) || !known(d, "b", tomorrow) {
		t.Errorf("%d in order", len(d.order))
	}
	d.note("a", Made{}, tomorrow.Add(time.Minute)) // noted twice, by a clock that went back
	d.note("c", Made{}, tomorrow.Add(DeliveryMemory))
	if !known(d, "a", tomorrow.Add(DeliveryMemory)) {
		t.Error("the younger note of a went with the older")
	}
}
