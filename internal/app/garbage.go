package app

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"time"
)

// limitedGCPercent is GOGC where there is a memory limit: the heap may grow to five
// times what is live before it is collected. Near the limit Go collects more often,
// whatever the percentage is, https://go.dev/doc/gc-guide#Memory_limit.
const limitedGCPercent = 400

// startTakes is how long a start usually takes, until all platforms are connected and
// have their commands.
const startTakes = 5 * time.Second

// releaseMemory gives back what the start took and nothing needs any more.
func releaseMemory(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(startTakes):
		debug.FreeOSMemory()
	}
}

// collectLess has the process collect garbage less often if the operator has limited
// its memory, and has not said how often.
func collectLess(getenv func(string) string, log *slog.Logger) {
	limit := debug.SetMemoryLimit(-1) // which changes nothing
	if limit == math.MaxInt64 || getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(limitedGCPercent)
	log.Info("memory is limited, so garbage is collected less often", "limit", limit, "gc_percent", limitedGCPercent)
}
