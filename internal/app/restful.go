package app

import (
	"context"
	"time"

	"othellobot/review"
	"othellobot/rules"
)

// restful is a judge that rests as long as it works, so that a review, which takes seconds
// of a processor, leaves room for what people wait for. Where others keep it from working
// it rests the longer.
type restful struct {
	review.Judge
	awake *time.Time // since when it works; it rests for what has passed since then
}

// How long a judge works at a time, and how long it rests at most.
const (
	workTime = time.Millisecond
	restTime = 20 * time.Millisecond
)

// newRestful makes a judge restful.
func newRestful(j review.Judge) restful {
	now := time.Now()
	return restful{j, &now}
}

// Search implements [review.Judge].
func (r restful) Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int) {
	return r.Judge.Search(resting{ctx, r.awake}, p, depth, positions)
}

// Solve implements [review.Judge].
func (r restful) Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool) {
	return r.Judge.Solve(resting{ctx, r.awake}, p, positions)
}

// resting is a context in which whoever asks whether it is over, as searches do twice in a
// millisecond, rests now and then.
type resting struct {
	context.Context
	awake *time.Time
}

// Err implements [context.Context].
func (r resting) Err() error {
	if worked := time.Since(*r.awake); worked >= workTime {
		time.Sleep(min(worked, restTime))
		*r.awake = time.Now()
	}
	return r.Context.Err()
}
