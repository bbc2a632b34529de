package app

import (
	"context"
	"time"
)

// How long a judge works at a time, and how long it rests at most.
const (
	workTime = time.Millisecond
	restTime = 20 * time.Millisecond
)

// resting makes a judge that yields rest as long as it works, so that a review, which takes
// seconds of a processor, leaves room for what people wait for. Where others keep it from
// working it rests the longer. The judge must not be asked concurrently.
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
