package app

import (
	"errors"
	"syscall"
	"testing"
)

func TestInBackground(t *testing.T) {
	nice := func() int {
		now, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
		if err != nil {
			t.Fatal(err)
		}
		return 20 - now
	}
	before, failed := nice(), errors.New("failed")
	err := inBackground(func() error {
		if got, want := nice(), min(before+lower, 19); got != want {
			t.Errorf("the thread has the priority %d, want %d", got, want)
		}
		return failed
	})
	if !errors.Is(err, failed) || nice() != before {
		t.Errorf("%v, and then a priority of %d, want %d", err, nice(), before)
	}
	defer func() {
		if got := recover(); got != "spoilt" {
			t.Errorf("the caller panics with %v", got)
		}
	}()
	_ = inBackground(func() error { panic("spoilt") })
}
