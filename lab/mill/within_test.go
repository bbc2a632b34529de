package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestProcessorTime uses up the limit by computing. Waiting does not count.
func TestProcessorTime(t *testing.T) {
	const limit = 20 * time.Millisecond
	begun := processorUsed()
	yield := within(limit)
	if err := yield(t.Context()); err != nil {
		t.Errorf("at once: %v", err)
	}
	for yield(t.Context()) == nil {
	}
	if err := yield(t.Context()); !errors.Is(err, context.DeadlineExceeded) || processorUsed()-begun < limit {
		t.Errorf("%v after %v", err, processorUsed()-begun)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := within(time.Hour)(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
