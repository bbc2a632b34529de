package main

import (
	"context"
	"time"
)

// within is a yield of a search that ends it when the process has used so much more of its
// processors, whatever else the machine does meanwhile.
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
