package app

import (
	"context"
	"errors"
	"log/slog"
	"sync"
)

// task runs until its context is done and then finishes its work.
type task = func(context.Context) error

// together runs tasks until ctx is done or the first task returns. Then it stops the others, waits for
// them, and joins their errors.
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

// apart runs tasks until all have returned. A failing task is logged and stops no other. If all fail,
// it joins their errors. If any task ends without error because ctx is done, apart ignores earlier
// errors.
func apart(ctx context.Context, tasks map[string]task, log *slog.Logger) error {
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

// each returns a service that runs several services concurrently.
func each(services ...func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		var running sync.WaitGroup
		for _, s := range services {
			running.Go(func() { s(ctx) })
		}
		running.Wait()
	}
}

// beside runs the service until the task returns. The service outlives ctx, so that the task can use
// it while it finishes.
func beside(ctx context.Context, service func(context.Context), t task) error {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	running.Go(func() { service(serving) })
	defer running.Wait()
	defer stop()
	return t(ctx)
}
