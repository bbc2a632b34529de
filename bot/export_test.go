package bot

import (
	"context"
	"time"

	"othellobot/chat"
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

// DoneLines are the lines declared for the actor where a message for everybody
// answers, by verb, and by control with "press" before; empty where there is none.
// Controls of the clock are left out.
func (b *Bot) DoneLines() map[string]string {
	lines := make(map[string]string)
	for name, v := range b.verbs {
		lines[name] = v.done
	}
	for name, p := range b.presses {
		if p.origins.has(chat.OriginUser) {
			lines["press "+name] = p.done
		}
	}
	return lines
}

// RunFinding is [Runner.Run] with another way to find what is due.
func (r *Runner) RunFinding(ctx context.Context, due func(ctx context.Context, now time.Time, most int) ([]game.Task, error)) {
	r.run(ctx, due)
}
