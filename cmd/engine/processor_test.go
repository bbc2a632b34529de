package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestProcessorTime uses up what a context allows, which waiting does not.
func TestProcessorTime(t *testing.T) {
	const limit = 20 * time.Millisecond
	begun := processorUsed()
	ctx, cancel := withProcessorTime(t.Context(), limit)
	defer cancel()
	if err := ctx.Err(); err != nil {
		t.Errorf("at once: %v", err)
	}
	for ctx.Err() == nil {
	}
	if err := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) || processorUsed()-begun < limit {
		t.Errorf("%v after %v", err, processorUsed()-begun)
	}
	parent, stop := context.WithCancel(t.Context())
	ctx, cancel = withProcessorTime(parent, time.Hour)
	defer cancel()
	stop()
	if err := ctx.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestEndings solves earlier the more time there is.
func TestEndings(t *testing.T) {
	for limit, want := range map[time.Duration][2]int{
		time.Millisecond:      {14, 20},
		20 * time.Millisecond: {14, 20},
		80 * time.Millisecond: {16, 22},
		time.Second:           {19, 25},
	} {
		if exact, outcome := endings(limit); exact != want[0] || outcome != want[1] {
			t.Errorf("%v: %d and %d, want %v", limit, exact, outcome, want)
		}
	}
}
