package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressLine(t *testing.T) {
	got := progressLine(150, 1000, 7000, 50, 2000, 10*time.Second)
	if want := "150 of 1000 done, 7000 positions, 200/s, 2m50s left"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := progressLine(150, 1000, 7000, 0, 0, 0), "150 of 1000 done, 7000 positions"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestProgressOften reports an hour of work to an output that is not a terminal.
func TestProgressOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		progress := newProgress(&out, 0, 0)
		for n := range 3600 {
			time.Sleep(time.Second)
			progress.update(n+1, 3600, 50*n)
		}
		progress.end()
		if lines := strings.Count(out.String(), "\n"); lines != 60 || !strings.Contains(out.String(), "1800 of 3600 done, 89950 positions, 50/s, 30m0s left\n") {
			t.Errorf("%d lines\n%s", lines, out.String())
		}
	})
}
