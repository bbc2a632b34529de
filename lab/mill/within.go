package main

import (
	"context"
	"time"
)

// within returns a Yield function that ends a search after the given processor time of
// the process. Other processes do not count.
func within(limit time.Duration) func(context.Context) error {
	until := processorUsed() + limit
	return func(ctx context.Context) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if processorUsed() >= until {
			return context.DeadlineExceeded
		}
		return nil
	}
}
