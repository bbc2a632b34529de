package bot

import (
	"context"
	"time"

	"othellobot/game"
)

// MaxBuckets is how many counts a [Flood] keeps.
const MaxBuckets = maxBuckets

// Size is how many counts the flood keeps now.
func (f *Flood) Size() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.buckets)
}

// RunFinding is [Runner.Run] with another way to find what is due.
func (r *Runner) RunFinding(ctx context.Context, due func(ctx context.Context, now time.Time, most int) ([]game.Task, error)) {
	r.run(ctx, due)
}
