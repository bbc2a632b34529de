package train

import (
	"context"
	"sync"
)

// InOrder processes the numbers from first to end-1 with several workers. It passes their
// results to take in the order of the numbers, so that the outcome does not depend on the
// number of workers. The caller's goroutine calls newWorker and take; each worker has its
// own goroutine. The first error, or that of ctx, ends the work. InOrder returns it after
// all workers have stopped.
func InOrder[T any](ctx context.Context, workers int, first, end uint64, newWorker func() func(context.Context, uint64) (T, error), take func(T) error) error {
	type result struct {
		made T
		err  error
	}
	type job struct {
		number uint64
		done   chan result
	}
	var all sync.WaitGroup
	defer all.Wait()
	working, cancel := context.WithCancel(ctx)
	defer cancel()

	jobs, queue := make(chan job), make(chan job, 4*workers)
	all.Go(func() {
		defer close(jobs)
		defer close(queue)
		for n := first; n < end; n++ {
			j := job{n, make(chan result, 1)}
			select {
			case queue <- j:
			case <-working.Done():
				return
			}
			select {
			case jobs <- j:
			case <-working.Done():
				return
			}
		}
	})
	for range workers {
		work := newWorker()
		all.Go(func() {
			for j := range jobs {
				made, err := work(working, j.number)
				j.done <- result{made, err}
			}
		})
	}
	for j := range queue {
		select {
		case r := <-j.done:
			if r.err != nil {
				return r.err
			}
			if err := take(r.made); err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
