package app

import (
	"context"
	"time"
)

// The judge's working time between rests, and the limit of one rest.
const (
	workTime = time.Millisecond
	restTime = 20 * time.Millisecond
)

// resting returns a yield function that also sleeps for as long as the judge has worked. A review
// takes seconds of a processor; the rests leave room for users' requests. If the system delays the
// judge, it rests longer. The judge must not be used concurrently.
func resting(yield func(context.Context) error) func(context.Context) error {
	awake := time.Now()
	return func(ctx context.Context) error {
		if worked := time.Since(awake); worked >= workTime {
			time.Sleep(min(worked, restTime))
			awake = time.Now()
		}
		return yield(ctx)
	}
}
