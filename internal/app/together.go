package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
)

// task runs until its context is done, and then finishes its work before it returns.
type task = func(context.Context) error

// runTogether runs tasks until ctx is done or one of them returns. Then it stops the others, waits for
// them, and joins all errors.
func runTogether(ctx context.Context, tasks ...task) error {
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

// runIndependently runs the platforms' tasks until all have returned. It logs each failure and lets the
// other tasks run on. It fails only if all tasks fail.
func runIndependently(ctx context.Context, tasks map[string]task, log *slog.Logger) error {
	failures := make(chan error, len(tasks))
	for name, t := range tasks {
		go func() {
			err := t(ctx)
			if err != nil {
				log.ErrorContext(ctx, "a platform is given up", "platform", name, "error", err)
			}
			failures <- err
		}()
	}
	var failed []error
	for range tasks {
		if err := <-failures; err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) < len(tasks) {
		return nil
	}
	return errors.Join(failed...)
}

// runWithServices runs t and, until t returns, the services. A done ctx does not stop the services, so
// that t can use them while it finishes.
func runWithServices(ctx context.Context, t task, services ...func(context.Context)) error {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	for _, s := range services {
		running.Go(func() { s(serving) })
	}
	defer running.Wait()
	defer stop()
	return t(ctx)
}
