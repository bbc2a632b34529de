package app

import (
	"context"
	"errors"
	"sync"
)

// task runs until its context is done, then finishes what it has begun.
type task = func(context.Context) error

// together runs tasks until ctx is done or the first of them returns. Then it
// stops the others, waits for them, and joins their errors.
func together(ctx context.Context, tasks ...task) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	failures := make([]error, len(tasks))
	var running sync.WaitGroup
	for i, t := range tasks {
		running.Go(func() {
			defer stop()
			failures[i] = t(ctx)
		})
	}
	running.Wait()
	return errors.Join(failures...)
}

// beside runs the task, and service for as long as the task takes: what the
// task finishes after ctx is done can still count on it.
func beside(ctx context.Context, service func(context.Context), t task) error {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { service(serving) })
	defer running.Wait()
	defer stop()
	return t(ctx)
}
