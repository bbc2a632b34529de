package game

import (
	"fmt"
	"testing"
	"time"
)

// A room knows at least its last 64 deliveries, and more from the last ten minutes.
func TestArrivals(t *testing.T) {
	for name, tt := range map[string]struct {
		many  int
		apart time.Duration
		known int
	}{
		"a few":        {5, time.Hour, 5},
		"slow ones":    {300, time.Hour, minArrivals},
		"one a minute": {300, time.Minute, minArrivals},
		"quick ones":   {300, 5 * time.Second, 121}, // both ends included
		"at once":      {300, 0, maxArrivals},
	} {
		delivery := func(i int) Delivery { return Delivery(fmt.Sprint("d", i)) }
		r := Room{Place: here}
		for i := range tt.many {
			r.Version++
			r.recordDelivery(delivery(i), noon.Add(time.Duration(i)*tt.apart))
		}
		for what, r := range map[string]Room{"": r, ", read again": readAgain(t, r)} {
			for i := range tt.many {
				version, want := r.madeBy(delivery(i)), int64(0)
				if i >= tt.many-tt.known {
					want = int64(i + 1)
				}
				if version != want || r.Knows(delivery(i)) != (want > 0) {
					t.Fatalf("%s%s: of %d, number %d made version %d, want %d", name, what, tt.many, i, version, want)
				}
			}
		}
	}
	r := Room{Place: here, Version: 1}
	if r.recordDelivery("", noon); r.Knows("") || len(r.arrivals) > 0 {
		t.Error("an action without a delivery is known")
	}
}

// A delivery recorded in one copy of a room does not appear in another copy.
func TestArrivalsAreNotShared(t *testing.T) {
	before := Room{Place: here, Version: 1}
	before.recordDelivery("a", noon)
	one, other := before, before
	one.recordDelivery("b", noon)
	other.recordDelivery("c", noon)
	if before.Knows("b") || one.Knows("c") || !one.Knows("b") || !other.Knows("c") || !other.Knows("a") {
		t.Errorf("%v, %v of %v", one.arrivals, other.arrivals, before.arrivals)
	}
}
