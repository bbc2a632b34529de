package gateway

import (
	"testing"
	"time"
)

// TestPause draws so often that a limit which is never approached is wrong.
func TestPause(t *testing.T) {
	lost := &lossError{Reason: "lost"}
	tests := []struct {
		failures    int
		err         error
		least, most time.Duration
	}{
		{0, lost, time.Second, 2 * time.Second},
		{1, lost, 2 * time.Second, 4 * time.Second},
		{4, lost, 16 * time.Second, 32 * time.Second},
		{5, lost, 30 * time.Second, time.Minute},
		{1 << 40, lost, 30 * time.Second, time.Minute},
		{0, errInvalidSession, time.Second, 5 * time.Second},
		{5, errInvalidSession, 30 * time.Second, time.Minute},
	}
	for _, test := range tests {
		least, most := time.Hour, time.Duration(0)
		for range 10_000 {
			d := pause(test.failures, test.err)
			least, most = min(least, d), max(most, d)
		}
		if least < test.least || most > test.most || most < test.most*9/10 {
			t.Errorf("%d failures, %v: from %v to %v, want %v to %v", test.failures, test.err, least, most, test.least, test.most)
		}
	}
}
