package app

import (
	"context"
	"errors"
	"runtime"
	"time"

	"othellobot/bot"
	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// The tables have the same size on all machines, so that the engine finds the same moves everywhere.
// With the table for hints they take at most 32 MiB, and 8 MiB more during reviews.
const (
	searchMemory = 8 << 20 // bytes per search
	maxThinkers  = 3
)

// thinkers returns the number of games the engine thinks about at the same time. With several
// processors, it leaves one free for users' commands.
func thinkers() int { return min(max(1, runtime.GOMAXPROCS(0)-1), maxThinkers) }

func newEngine() *engine.Engine { return engine.New(thinkers(), searchMemory) }

// Time limits for answers of the engine. For a hint, the limit includes waiting for earlier hints.
const (
	moveTime = 1500 * time.Millisecond
	hintTime = 3 * time.Second
)

// promptEngine limits the time of each answer.
type promptEngine struct{ bot.Engine }

func (e promptEngine) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	ctx, cancel := context.WithTimeout(ctx, moveTime)
	defer cancel()
	return e.Engine.Choose(ctx, p, level, seed)
}

func (e promptEngine) Hint(ctx context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	thinking, cancel := context.WithTimeout(ctx, hintTime)
	defer cancel()
	squares, reason, margin, err := e.Engine.Hint(thinking, p)
	if err != nil && errors.Is(thinking.Err(), context.DeadlineExceeded) {
		err = bot.ErrThinking
	}
	return squares, reason, margin, err
}

// judging returns a function that calls use with the engine's judge of positions, which rests for as
// long as it works.
func judging(e *engine.Engine) func(context.Context, func(context.Context) error, func(review.Judge) error) error {
	return func(ctx context.Context, yield func(context.Context) error, use func(review.Judge) error) error {
		return e.Judging(ctx, resting(yield), func(j *engine.Judge) error { return use(j) })
	}
}

func solving(e *engine.Engine) func(context.Context, func(review.Judge) error) error {
	return func(ctx context.Context, use func(review.Judge) error) error {
		return e.Solving(ctx, func(j *engine.Judge) error { return use(j) })
	}
}

const (
	minWork = time.Millisecond // between rests
	maxRest = 20 * time.Millisecond
)

// resting returns a yield function that also sleeps for as long as its caller has worked since the
// last rest. A review takes seconds of a processor, and the rests leave room for users' requests.
// Calls must not overlap.
func resting(yield func(context.Context) error) func(context.Context) error {
	awake := time.Now()
	return func(ctx context.Context) error {
		if worked := time.Since(awake); worked >= minWork {
			time.Sleep(min(worked, maxRest))
			awake = time.Now()
		}
		return yield(ctx)
	}
}
