package app

import (
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"time"
)

// What GOGC is unless the operator says it. Where memory is not limited, the heap may
// grow by half: most of what is live there are the tables of the engine, which hold no
// pointers and take no time to collect, and allow for garbage all the same. Below a limit
// it may grow to four times what is live. Near the limit Go collects more often, whatever
// the percentage is, https://go.dev/doc/gc-guide#Memory_limit.
const (
	gcPercent        = 50
	limitedGCPercent = 300
)

// startTakes is how long a start usually takes, until all platforms are connected and
// have their commands.
const startTakes = 5 * time.Second

// releaseMemory gives back what the start took and nothing needs any more.
func releaseMemory(log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(startTakes):
		}
		debug.FreeOSMemory()
		if err := releaseProgram(); err != nil {
			log.WarnContext(ctx, "what the start has read of the program stays in memory", "error", err)
		}
	}
}

// collectGarbage decides how often garbage is collected, if the operator has not: less
// often where memory is limited.
func collectGarbage(getenv func(string) string, log *slog.Logger) {
	if getenv("GOGC") != "" {
		return
	}
	limit := debug.SetMemoryLimit(-1) // which changes nothing
	if limit == math.MaxInt64 {
		debug.SetGCPercent(gcPercent)
		return
	}
	debug.SetGCPercent(limitedGCPercent)
	log.Info("memory is limited, so garbage is collected less often", "limit", limit, "gc_percent", limitedGCPercent)
}
