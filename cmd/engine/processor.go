package main

import (
	"context"
	"time"
)

// processorTime is a context that is over when the process has used so much of its
// processors, whatever else the machine does meanwhile. Only Err tells, so that it
// serves who asks now and then, as searches do.
type processorTime struct {
	context.Context
	until time.Duration
}

// withProcessorTime is [context.WithTimeout] by the processor's time.
func withProcessorTime(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return processorTime{ctx, processorUsed() + limit}, func() {}
}

func (p processorTime) Err() error {
	if err := p.Context.Err(); err != nil {
		return err
	}
	if processorUsed() >= p.until {
		return context.DeadlineExceeded
	}
	return nil
}
