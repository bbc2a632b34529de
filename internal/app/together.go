package app

import (
	"context"
	"errors"
	"log/slog"
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

// apart runs tasks until all have returned, so that one that fails, which is logged,
// stops no other, and joins their errors if all have failed. If one has ended well,
// because ctx is done, what others failed with before does not count.
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

// each is all of some services at the same time.
func each(services ...func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		var running sync.WaitGroup
		for _, s := range services {
			running.Go(func() { s(ctx) })
		}
		running.Wait()
	}
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
