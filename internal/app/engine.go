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

// What the engine may take. Its tables have one size on all machines, so that it
// finds the same everywhere; with the one for hints they take 32 MiB, and 8 more while
// games are reviewed.
const (
	searchMemory = 8 << 20 // bytes, for the tables of a search
	mostThinkers = 3
)

// thinkers is in how many games the engine thinks at a time: where there are
// several processors, one is left for those who type.
func thinkers() int { return min(max(1, runtime.GOMAXPROCS(0)-1), mostThinkers) }

func newEngine() *engine.Engine { return engine.New(thinkers(), searchMemory) }

// How long people wait for the engine, in a hint also for those before them.
const (
	moveTime = 1500 * time.Millisecond
	hintTime = 3 * time.Second
)

// promptEngine is an engine that answers in time.
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

// judging lends the engine's judge of positions, which rests as long as it works.
func judging(e *engine.Engine) func(context.Context, func(context.Context) error, func(review.Judge) error) error {
	return func(ctx context.Context, yield func(context.Context) error, question func(review.Judge) error) error {
		return e.Judging(ctx, resting(yield), func(j *engine.Judge) error { return question(j) })
	}
}

// solving lends the engine's solver.
func solving(e *engine.Engine) func(context.Context, func(review.Judge) error) error {
	return func(ctx context.Context, question func(review.Judge) error) error {
		return e.Solving(ctx, func(j *engine.Judge) error { return question(j) })
	}
}
