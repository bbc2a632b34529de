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
		resumes     bool
		least, most time.Duration
	}{
		{0, lost, false, time.Second, 2 * time.Second},
		{1, lost, false, 2 * time.Second, 4 * time.Second},
		{4, lost, false, 16 * time.Second, 32 * time.Second},
		{5, lost, false, 30 * time.Second, time.Minute},
		{1 << 40, lost, false, 30 * time.Second, time.Minute},
		{1, lost, true, time.Second, 2 * time.Second},
		{6, lost, true, 30 * time.Second, time.Minute},
		{0, errInvalidSession, false, time.Second, 5 * time.Second},
		{5, errInvalidSession, false, 30 * time.Second, time.Minute},
	}
	for _, test := range tests {
		least, most := time.Hour, time.Duration(0)
		for range 10_000 {
			d := pause(test.failures, test.err, test.resumes)
			least, most = min(least, d), max(most, d)
		}
		if least < test.least || most > test.most || most < test.most*9/10 {
			t.Errorf("%d failures, %v, resumes %t: from %v to %v, want %v to %v", test.failures, test.err, test.resumes, least, most, test.least, test.most)
		}
	}
	if wait := pause(0, lost, true); wait != 0 {
		t.Errorf("the first try to resume waits %v", wait)
	}
}
